import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { bodyOf, parseJsonBody, Problem, readText } from '#libs/core/http';
import { metrics } from '#libs/core/observability';
import { sha256Hex } from '#libs/core/secrets';
import type { PixelPlace } from '#libs/sites/traffic';
import { PixelPlaces } from '../../sites/pixel-places.js';
import { SuspendedTenants } from '../../sites/suspended-tenants.js';
import { EventGoals } from './event-goals.js';
import { OverQuota } from '../commit/over-quota.js';
import { Visitors } from '../visitors/visitors.js';
import { CollectLimits } from './collect-limits.js';
import { CollectRequest, type CollectResponse, type SentEvent } from './collect.dto.js';
import { areImpossiblyQuick, languageOf, referrerOf, toLineEvents, toUrl, utmOf } from './collected-events.js';
import type { CollectedLine } from './collected-line.js';
import { EventJournal } from './event-journal.js';

const MAX_BYTES = 65_536;
/** How long the id of an event counts once. */
const KNOWN_MS = 600_000;
const KNOWN_EVENTS = 500_000;

/** Takes events of visitors: they are checked, without a name, and on the disk before the answer. */
@Injectable()
export class Collect {
  /** Events by when they are on the disk: who sends one again at once waits for the same. */
  private readonly known = new LRUCache<string, Promise<void>>({ max: KNOWN_EVENTS, ttl: KNOWN_MS });
  private readonly received = metrics.registerCounter({
    name: 'collect_events_total',
    help: 'Events of visitors that were taken: accepted, or repeated and so not counted again',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly journal: EventJournal,
    private readonly limits: CollectLimits,
    private readonly places: PixelPlaces,
    private readonly tenants: SuspendedTenants,
    private readonly visitors: Visitors,
    private readonly quota: OverQuota,
    private readonly goals: EventGoals,
  ) {}

  /**
   * Resolves when the events are on the disk.
   * @throws Problem ValidationError, InvalidJson, PermissionDenied (token or origin), PayloadTooLarge, Throttling, ServiceUnavailable
   */
  async accept(request: Request): Promise<CollectResponse> {
    const address = request.ip ?? '';
    this.limits.countAddress(address);
    const body = bodyOf(await readJson(request), CollectRequest);
    const { pixel, ...place } = this.places.find(body.credencial, request.headers.origin);
    if (await this.tenants.isSuspended(place.tenantId)) throw new Problem('TenantSuspended');
    this.limits.countTenant(place.tenantId, body.eventos.length);
    const visitor = await this.visitors.read(place.tenantId, request.headers, address, body.visitante);
    const sender = visitor.id ?? body.carga ?? '';
    const { fresh, keys, repeated } = this.deduplicate(place, sender, body.eventos);
    this.received.inc({ outcome: 'accepted' }, fresh.length);
    this.received.inc({ outcome: 'repeated' }, body.eventos.length - fresh.length);
    if (fresh.length > 0) {
      const now = Date.now();
      const url = toUrl(body.url);
      const line: CollectedLine = {
        id: body.lote === undefined ? randomUUID() : batchId(place.tenantId, sender, body.lote),
        day: new Date(now).toISOString().slice(0, 10),
        tenant: place.tenantId,
        page: place.pageId,
        variant: place.variant,
        visitor: visitor.id,
        consented: visitor.consented,
        load: body.carga ?? null,
        s: {
          utm: utmOf(url),
          referrer: referrerOf(body.referencia, url),
          country: visitor.country,
          device: visitor.device,
          os: visitor.os,
          browser: visitor.browser,
          language: languageOf(body.idioma),
          bot: visitor.bot ?? (areImpossiblyQuick(fresh) ? 'timing' : null),
        },
        events: toLineEvents({ eventos: fresh, url }, pixel, now),
      };
      await this.append(line, keys);
      await this.goals.count(place, body.url, line.events, request);
    }
    await Promise.all(repeated);
    const over = this.quota.has(place.tenantId);
    return { aceitos: body.eventos.length, ...(over && { cota_excedida: true }) };
  }

  private async append(line: CollectedLine, keys: readonly string[]): Promise<void> {
    const written = this.journal.append(line);
    for (const key of keys) this.known.set(key, written);
    try {
      await written;
    } catch (error) {
      for (const key of keys) this.known.delete(key);
      throw error;
    }
  }

  /** Tells the events that are new from those that are known; of these it returns when they are on the disk. */
  private deduplicate({ tenantId }: PixelPlace, sender: string, events: readonly SentEvent[]) {
    const keys = new Set<string>();
    const repeated = new Set<Promise<void>>();
    const fresh = events.filter(({ id }) => {
      if (id === undefined) return true;
      const key = `${tenantId} ${sender} ${id}`;
      const written = this.known.get(key);
      if (written) repeated.add(written);
      if (written || keys.has(key)) return false;
      keys.add(key);
      return true;
    });
    return { fresh, keys: [...keys], repeated: [...repeated] };
  }
}

/** A beacon sends text, so that a browser does not ask another origin before. */
async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers['content-length']) > MAX_BYTES) throw new Problem('PayloadTooLarge');
  const type = request.headers['content-type'] ?? '';
  if (/^application\/json\b/i.test(type)) return request.body as unknown;
  return parseJsonBody(Buffer.from(await readText(request)));
}

/** The batch of a client as a UUID: nobody can give it but the same visitor. */
export function batchId(...parts: string[]): string {
  const hex = sha256Hex(parts.join('\n'));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
