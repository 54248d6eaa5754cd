import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { DirectAnswer } from '#libs/http';
import { isMachine } from './client-kind.js';
import { TrackingLinks } from './tracking-links.js';
import { TrackingRecorder } from './tracking-recorder.js';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What whoever follows a link of a mail, or fetches its picture, is answered; it is recorded after the answer. */
@Injectable()
export class TrackedLinks {
  constructor(
    private readonly links: TrackingLinks,
    private readonly recorder: TrackingRecorder,
  ) {}

  /** Leads to where the link of the mail led; null for a token that is not ours. */
  follow(token: string, request: IncomingMessage): DirectAnswer | null {
    const click = this.links.readClick(token);
    return (
      click && {
        status: 302,
        headers: ['Location', click.url, 'X-Robots-Tag', 'noindex, nofollow'],
        after: () => this.recorder.record({ type: 'clicked', ref: click.ref, url: click.url, ...clientOf(request) }),
      }
    );
  }

  /** The picture; null for a file that is not ours. */
  show(file: string, request: IncomingMessage): DirectAnswer | null {
    const ref = file.endsWith('.gif') ? this.links.readOpen(file.slice(0, -4)) : null;
    return (
      ref && {
        status: 200,
        // The mail shows it from another origin.
        headers: ['Content-Type', 'image/gif', 'Cross-Origin-Resource-Policy', 'cross-origin'],
        body: GIF,
        after: () => this.recorder.record({ type: 'opened', ref, ...clientOf(request) }),
      }
    );
  }
}

function clientOf({ method = '', headers }: IncomingMessage) {
  const userAgent = headers['user-agent'] ?? '';
  const purpose = `${text(headers['purpose'])}${text(headers['sec-purpose'])}${text(headers['x-moz'])}${text(headers['x-purpose'])}`;
  return { occurredAt: new Date(), userAgent, machine: isMachine({ method, userAgent, purpose }) };
}

const text = (value: string | string[] | undefined): string => (value === undefined ? '' : `${String(value)} `);
