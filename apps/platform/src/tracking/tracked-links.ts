import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { isMachine } from './client-kind.js';
import { TrackingLinks } from './tracking-links.js';
import { TrackingRecorder } from './tracking-recorder.js';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Answers whoever follows a link of a mail or fetches its picture, and has it recorded after the answer. */
@Injectable()
export class TrackedLinks {
  constructor(
    private readonly links: TrackingLinks,
    private readonly recorder: TrackingRecorder,
  ) {}

  /** Leads to where the link of the mail led. False, without an answer, for a token that is not ours. */
  follow(token: string, request: IncomingMessage, response: ServerResponse): boolean {
    const click = this.links.readClick(token);
    if (!click) return false;
    response.statusCode = 302;
    response.setHeader('Location', click.url);
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    response.end();
    this.recorder.record({ type: 'clicked', ref: click.ref, url: click.url, ...clientOf(request) });
    return true;
  }

  /** Answers with the picture. False, without an answer, for a file that is not ours. */
  show(file: string, request: IncomingMessage, response: ServerResponse): boolean {
    const ref = file.endsWith('.gif') ? this.links.readOpen(file.slice(0, -4)) : null;
    if (!ref) return false;
    response.statusCode = 200;
    response.setHeader('Content-Type', 'image/gif');
    response.setHeader('Content-Length', GIF.length);
    // The mail shows it from another origin.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.end(GIF);
    this.recorder.record({ type: 'opened', ref, ...clientOf(request) });
    return true;
  }
}

function clientOf({ method = '', headers }: IncomingMessage) {
  const userAgent = headers['user-agent'] ?? '';
  const purpose = `${text(headers['purpose'])}${text(headers['sec-purpose'])}${text(headers['x-moz'])}${text(headers['x-purpose'])}`;
  return { occurredAt: new Date(), userAgent, machine: isMachine({ method, userAgent, purpose }) };
}

const text = (value: string | string[] | undefined): string => (value === undefined ? '' : `${String(value)} `);
