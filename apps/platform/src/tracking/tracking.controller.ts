import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, Problem, sendDirectAnswer } from '#libs/core/http';
import { FeedbackMetrics } from '../feedback/feedback.metrics.js';
import { sendPage } from './unsubscribe/pages/page.js';
import { brokenLinkPage, disabledLinkPage } from './unsubscribe/pages/recipient-pages.js';
import { languageOf } from './unsubscribe/pages/labels.js';
import { TrackedLinks } from './tracked-links.js';

/**
 * The links and the picture of tracked mail. With direct routes, valid tokens are answered before they reach this
 * controller; see platform.ts.
 */
@ApiTags('Links in mail')
@Controller('t')
export class TrackingController {
  constructor(
    private readonly links: TrackedLinks,
    private readonly metrics: FeedbackMetrics,
  ) {}

  @Get('c/:token')
  @Public()
  @Operation({
    summary: 'Follow a link of an e-mail',
    description:
      'Records the click of a genuine link. A broken link gets a page with 404; the link of a suspended account, one with 403.',
    success: { status: 302, description: 'To where the link of the e-mail led' },
    anyQuery: true,
  })
  async click(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const answer = await this.links.follow(token, request);
    const language = languageOf(request.headers['accept-language']);
    if (answer === 'suspended') return sendPage(response, 403, disabledLinkPage(language));
    if (answer !== 'unknown') return sendDirectAnswer(response, answer);
    this.metrics.countRejected('click_link');
    sendPage(response, 404, brokenLinkPage(language));
  }

  @Get('o/:file')
  @Public()
  @Operation({
    summary: 'Fetch the picture of an e-mail',
    description: 'Records that the e-mail was opened.',
    success: { status: 200, contentType: 'image/gif', schema: { type: 'string', format: 'binary' } },
    anyQuery: true,
  })
  open(@Param('file') file: string, @Req() request: Request, @Res() response: Response): void {
    const answer = this.links.show(file, request);
    if (answer) return sendDirectAnswer(response, answer);
    this.metrics.countRejected('open_link');
    throw new Problem('NotFound');
  }
}
