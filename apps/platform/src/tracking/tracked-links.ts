import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { DirectAnswer } from '#libs/http';
import { isMachine } from './client-kind.js';
import { GenuineLinks, type GenuineLink } from './genuine-links.js';
import { TrackingRecorder } from './tracking-recorder.js';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const PICTURE: DirectAnswer = {
  status: 200,
  // The mail shows it from another origin.
  headers: ['Content-Type', 'image/gif', 'Cross-Origin-Resource-Policy', 'cross-origin'],
  body: GIF,
};

/** What whoever follows a link of a mail, or fetches its picture, is answered, without waiting for its record. */
@Injectable()
export class TrackedLinks {
  constructor(
    private readonly links: GenuineLinks,
    private readonly recorder: TrackingRecorder,
  ) {}

  /** Leads to where the link of the mail led; null for a token that is not ours. */
  follow(token: string, request: IncomingMessage): DirectAnswer | null {
    const link = this.links.click(token);
    if (!link) return null;
    this.note(link, request);
    return { status: 302, headers: ['Location', link.url ?? '', 'X-Robots-Tag', 'noindex, nofollow'] };
  }

  /** The picture; null for a file that is not ours. */
  show(file: string, request: IncomingMessage): DirectAnswer | null {
    const link = file.endsWith('.gif') ? this.links.open(file.slice(0, -4)) : null;
    if (!link) return null;
    this.note(link, request);
    return PICTURE;
  }

  private note(link: GenuineLink, { method = '', headers }: IncomingMessage): void {
    const userAgent = headers['user-agent'] ?? '';
    const machine = isMachine({ method, userAgent, purpose: purposeOf(headers) });
    const now = Date.now();
    if (!link.isNews(machine, now)) return;
    const { type, ref, url } = link;
    this.recorder.record({ type, ref, url, occurredAt: new Date(now), userAgent, machine });
  }
}

/** What a browser says of its reason, in the headers that browsers have had for it. */
const PURPOSES = ['purpose', 'sec-purpose', 'x-moz', 'x-purpose'] as const;

function purposeOf(headers: IncomingHttpHeaders): string {
  let purpose = '';
  for (const name of PURPOSES) if (headers[name] !== undefined) purpose += `${String(headers[name])} `;
  return purpose;
}
