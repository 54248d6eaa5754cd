import { Injectable } from '@nestjs/common';
import type { MessageRef } from '../feedback/return-paths/return-path.js';
import { RecentMap, type RecentMapLimits } from './recent-map.js';
import { SAME_WITHIN_MS, type TrackedEvent } from './tracked-event.js';
import { TrackingLinks } from './links/tracking-links.js';

/** Two generations are cached: 28 MB of links to short URLs, 40 MB at most. */
const CACHE_LIMITS: RecentMapLimits = { values: 25_000, characters: 6_000_000 };

/** A link or a picture that this installation wrote, and when it was last requested. */
export class GenuineLink {
  private readerAt = -Infinity;
  private machineAt = -Infinity;

  constructor(
    readonly type: TrackedEvent['type'],
    readonly ref: MessageRef,
    /** Target of a click; undefined for an open. */
    readonly url: string | undefined,
  ) {}

  /** Marks a request by a reader or a machine; false if it is a duplicate of an earlier one. */
  markRequested(machine: boolean, now: number): boolean {
    if (now - (machine ? this.machineAt : this.readerAt) < SAME_WITHIN_MS[this.type]) return false;
    if (machine) this.machineAt = now;
    else this.readerAt = now;
    return true;
  }
}

/**
 * Caches recently requested links. Scanners and readers request the same link within moments; a repeated request costs a
 * look-up instead of a MAC and a record.
 */
@Injectable()
export class GenuineLinks {
  private readonly recent = new RecentMap<GenuineLink>(CACHE_LIMITS);

  constructor(private readonly links: TrackingLinks) {}

  /** Null for a token that this installation did not write. */
  click(token: string): GenuineLink | null {
    return this.cached('clicked', token) ?? this.find('clicked', token);
  }

  /** Null for a token that this installation did not write. */
  open(token: string): GenuineLink | null {
    return this.cached('opened', token) ?? this.find('opened', token);
  }

  private cached(type: GenuineLink['type'], token: string): GenuineLink | undefined {
    const link = this.recent.get(token);
    return link?.type === type ? link : undefined;
  }

  private find(type: GenuineLink['type'], token: string): GenuineLink | null {
    // Decoding ignores characters that are not base64url, so several spellings are one link.
    const bytes = Buffer.from(token, 'base64url');
    const spelling = bytes.toString('base64url');
    const known = spelling === token ? undefined : this.cached(type, spelling);
    return known ?? this.verify(type, bytes, spelling);
  }

  private verify(type: GenuineLink['type'], bytes: Buffer, spelling: string): GenuineLink | null {
    const made = type === 'clicked' ? this.links.verifyClick(bytes) : this.links.verifyOpen(bytes);
    if (!made) return null;
    const link = 'url' in made ? new GenuineLink(type, made.ref, made.url) : new GenuineLink(type, made, undefined);
    this.recent.add(spelling, link);
    return link;
  }
}
