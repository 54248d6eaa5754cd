import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { chooseLanguage } from '#libs/core/html';
import { Operation, readForm } from '#libs/core/http';
import { FeedbackMetrics } from '../feedback/feedback.metrics.js';
import type { MessageRef } from '../feedback/return-paths/return-path.js';
import { TrackingLinks } from '../tracking/links/tracking-links.js';
import { brokenPage, choicePage, FIELDS, savedPage, sendPreferencePage } from './preference-pages.js';
import type { Preferences, Wish } from './preferences.js';
import { PreferencesService } from './preferences.service.js';

const PAGE = { status: 200, contentType: 'text/html' } as const;

/** Behind the link of a mail: what its recipient gets. The page works without scripts and cookies. */
@ApiTags('Links in mail')
@Controller('t/p')
export class PreferencesController {
  constructor(
    private readonly links: TrackingLinks,
    private readonly preferences: PreferencesService,
    private readonly metrics: FeedbackMetrics,
  ) {}

  @Get(':token')
  @Public()
  @Operation({
    summary: 'Show what the recipient of an e-mail gets',
    description: 'A page with the topics of the account; the page itself changes nothing. `lang` is en, pt or es.',
    success: PAGE,
    anyQuery: true,
  })
  async show(
    @Param('token') token: string,
    @Query(FIELDS.language) language: unknown,
    @Res() response: Response,
  ): Promise<void> {
    speak(language);
    const preferences = await this.opened(token, (ref) => this.preferences.open(ref));
    sendPreferencePage(response, preferences ? choicePage(preferences) : brokenPage());
  }

  @Post(':token')
  @Public()
  @HttpCode(200)
  @ApiConsumes('application/x-www-form-urlencoded')
  @Operation({
    summary: 'Choose what the recipient of an e-mail gets',
    description:
      'The buttons of the page. Of what it showed, what is not chosen is suppressed; what is chosen, no longer.',
    success: PAGE,
    anyQuery: true,
  })
  async save(
    @Param('token') token: string,
    @Query(FIELDS.language) language: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    speak(language);
    const wish = wishOf(await readForm(request));
    if (!wish) return this.show(token, language, response);
    const preferences = await this.opened(token, (ref) => this.preferences.save(ref, wish));
    sendPreferencePage(response, preferences ? savedPage(preferences) : brokenPage());
  }

  private async opened(
    token: string,
    work: (ref: MessageRef) => Promise<Preferences | null>,
  ): Promise<Preferences | null> {
    const ref = this.links.verifyPreferences(token);
    if (!ref) this.metrics.countRejected('preferences_link');
    return ref && work(ref);
  }
}

function speak(language: unknown): void {
  if (typeof language === 'string') chooseLanguage([language]);
}

/** Null for a form that does not say what it showed: nothing could be told from what is not ticked. */
function wishOf(form: URLSearchParams): Wish | null {
  if (form.has(FIELDS.nothing)) return 'nothing';
  const [shown, wanted] = [new Set(form.getAll(FIELDS.shown)), new Set(form.getAll(FIELDS.choice))];
  return shown.size > 0 ? { shown, wanted } : null;
}
