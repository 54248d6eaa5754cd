import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import type { Language } from '#libs/core/html';
import { Operation } from '#libs/core/http';
import { FeedbackMetrics } from '../../feedback/feedback.metrics.js';
import type { MessageRef } from '../../feedback/return-paths/return-path.js';
import { sendPage, type Page } from './pages/page.js';
import { askPage, brokenLinkPage, donePage, type Unsubscription } from './pages/recipient-pages.js';
import { languageOf } from './pages/labels.js';
import { TrackingLinks } from '../links/tracking-links.js';
import { type Correspondence, UnsubscribeService } from './unsubscribe.service.js';

/** The unsubscribe link: a page that asks, and the POST of its button or of a mail program (RFC 8058). */
@ApiTags('Links in mail')
@Controller('t/u')
export class UnsubscribeController {
  constructor(
    private readonly links: TrackingLinks,
    private readonly unsubscriptions: UnsubscribeService,
    private readonly metrics: FeedbackMetrics,
  ) {}

  @Get(':token')
  @Public()
  @Operation({
    summary: 'Ask whether to unsubscribe',
    description: 'Shows a page with a button; the page itself changes nothing.',
    success: { status: 200, contentType: 'text/html' },
    anyQuery: true,
  })
  async ask(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(token, request, response, askPage, (ref) => this.unsubscriptions.preview(ref));
  }

  @Post(':token')
  @Public()
  @Operation({
    summary: 'Unsubscribe',
    description: 'One click of a mail program (RFC 8058), or the button of the page. The body does not matter.',
    success: { status: 200, contentType: 'text/html' },
    anyQuery: true,
  })
  async unsubscribe(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(token, request, response, donePage, (ref) => this.unsubscriptions.unsubscribe(ref));
  }

  private async answer(
    token: string,
    request: Request,
    response: Response,
    toPage: (language: Language, unsubscription: Unsubscription) => Page,
    work: (ref: MessageRef) => Promise<Correspondence | null>,
  ): Promise<void> {
    const language = languageOf(request.headers['accept-language']);
    const ref = this.links.verifyUnsubscribe(token);
    if (!ref) this.metrics.countRejected('unsubscribe_link');
    const unsubscription = ref && (await work(ref));
    if (!unsubscription) return sendPage(response, 404, brokenLinkPage(language));
    sendPage(response, 200, toPage(language, { ...unsubscription, preferencesPath: this.links.preferencesPath(ref) }));
  }
}
