import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { DirectAnswer } from '#libs/core/http';
import { GenuineLinks, type GenuineLink } from './genuine-links.js';
import { SuspendedSenders } from '../suspension/suspended-senders.js';
import { KnownClients } from './clients/known-clients.js';
import { TrackingRecorder } from './tracking-recorder.js';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const PICTURE: DirectAnswer = {
  status: 200,
  // Mail programs load it from another origin.
  headers: ['Content-Type', 'image/gif', 'Cross-Origin-Resource-Policy', 'cross-origin'],
  body: GIF,
};

/** Answers requests for the links and the picture of a mail, without waiting for their record. */
@Injectable()
export class TrackedLinks {
  constructor(
    private readonly links: GenuineLinks,
    private readonly recorder: TrackingRecorder,
    private readonly senders: SuspendedSenders,
    private readonly clients: KnownClients,
  ) {}

  /** A redirect to the URL of the link; null where {@link TrackedLinks.follow} has to decide. */
  followAtOnce(token: string, request: IncomingMessage): DirectAnswer | null {
    const link = this.links.click(token);
    return link && this.senders.peek(link.ref.tenantId) === false ? this.redirect(link, request) : null;
  }

  /** A redirect to the URL of the link; or why there is none: this installation did not write it, or its sender is suspended. */
  async follow(token: string, request: IncomingMessage): Promise<DirectAnswer | 'unknown' | 'suspended'> {
    const link = this.links.click(token);
    if (!link) return 'unknown';
    return (await this.senders.isSuspended(link.ref.tenantId)) ? 'suspended' : this.redirect(link, request);
  }

  /** The picture; null for a file that this installation did not write. */
  show(file: string, request: IncomingMessage): DirectAnswer | null {
    const link = file.endsWith('.gif') ? this.links.open(file.slice(0, -4)) : null;
    if (!link) return null;
    this.record(link, request);
    return PICTURE;
  }

  private redirect(link: GenuineLink, request: IncomingMessage): DirectAnswer {
    this.record(link, request);
    return { status: 302, headers: ['Location', link.url ?? '', 'X-Robots-Tag', 'noindex, nofollow'] };
  }

  private record(link: GenuineLink, { method = '', headers }: IncomingMessage): void {
    const userAgent = headers['user-agent'] ?? '';
    const machine = this.clients.isMachine({ method, userAgent, purpose: purposeOf(headers) });
    const now = Date.now();
    if (!link.markRequested(machine, now)) return;
    const { type, ref, url } = link;
    this.recorder.record({ type, ref, url, occurredAt: new Date(now), userAgent, machine });
  }
}

/** The headers in which browsers say that they prefetch. */
const PURPOSES = ['purpose', 'sec-purpose', 'x-moz', 'x-purpose'] as const;

function purposeOf(headers: IncomingHttpHeaders): string {
  let purpose = '';
  for (const name of PURPOSES) if (headers[name] !== undefined) purpose += `${String(headers[name])} `;
  return purpose;
}
