import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/auth';
import { Operation, Problem } from '#libs/http';
import { FeedbackMetrics } from '../feedback/feedback.metrics.js';
import { isMachine } from './client-kind.js';
import { sendPage } from './pages/page.js';
import { brokenLinkPage } from './pages/unsubscribe-pages.js';
import { languageOf } from './pages/words.js';
import { TrackingLinks } from './tracking-links.js';
import { TrackingRecorder } from './tracking-recorder.js';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What recipients' programs ask for: where a link leads, and the picture that says that a mail was opened. */
@ApiTags('Links in mail')
@Controller('t')
export class TrackingController {
  constructor(
    private readonly links: TrackingLinks,
    private readonly recorder: TrackingRecorder,
    private readonly metrics: FeedbackMetrics,
  ) {}

  @Get('c/:token')
  @Public()
  @Operation({
    summary: 'Follow a link of an e-mail',
    success: { status: 302, description: 'To where the link of the e-mail led' },
    errors: [404],
  })
  click(@Param('token') token: string, @Req() request: Request, @Res() response: Response): void {
    const click = this.links.readClick(token);
    if (!click) {
      this.metrics.refused('click_link');
      return sendPage(response, 404, brokenLinkPage(languageOf(request.headers['accept-language'])));
    }
    response.statusCode = 302;
    response.setHeader('Location', click.url);
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    response.end();
    this.recorder.record({ type: 'clicked', ...click, ...clientOf(request) });
  }

  @Get('o/:file')
  @Public()
  @Operation({
    summary: 'Fetch the picture of an e-mail',
    success: { status: 200, contentType: 'image/gif', schema: { type: 'string', format: 'binary' } },
    errors: [404],
  })
  open(@Param('file') file: string, @Req() request: Request, @Res() response: Response): void {
    const ref = file.endsWith('.gif') ? this.links.readOpen(file.slice(0, -4)) : null;
    if (!ref) {
      this.metrics.refused('open_link');
      throw new Problem('NotFound');
    }
    response.statusCode = 200;
    response.setHeader('Content-Type', 'image/gif');
    response.setHeader('Content-Length', GIF.length);
    // The mail shows it from another origin.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.end(GIF);
    this.recorder.record({ type: 'opened', ref, ...clientOf(request) });
  }
}

function clientOf({ method, headers }: Request) {
  const userAgent = headers['user-agent'] ?? '';
  const purpose = [headers['purpose'], headers['sec-purpose'], headers['x-moz'], headers['x-purpose']].join(' ');
  return { occurredAt: new Date(), userAgent, machine: isMachine({ method, userAgent, purpose }) };
}
