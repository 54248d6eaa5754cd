import type { TenantId } from '#libs/core/persistence';
import { sha256Hex } from '#libs/core/secrets';
import type { CollectedLine } from '../ingest/collected-line.js';
import { batchId } from '../ingest/collect.js';
import type { OpenEvent } from './sessions.js';

/** The events of a batch, before their sessions are known. */
export function openEvents(line: CollectedLine, keptDays: number): OpenEvent[] {
  const [utmSource, utmMedium, utmCampaign, utmTerm, utmContent] = line.s.utm;
  const { referrer, country, device, os, browser, language, bot } = line.s;
  const session = {
    utmSource,
    utmMedium,
    utmCampaign,
    utmTerm,
    utmContent,
    referrer,
    country,
    device,
    os,
    browser,
    language,
    bot,
  };
  const loadId = line.visitor === null && line.load !== null ? batchId(line.tenant, line.load) : null;
  const ids = uuids(line.id, line.events.length);
  return line.events.map((event, index) => ({
    tenantId: line.tenant as TenantId,
    id: ids[index]!,
    at: new Date(event.t),
    kind: event.k,
    sessionId: '',
    sessionStartedAt: new Date(event.t),
    visitorId: line.visitor,
    consented: line.consented,
    pageId: line.page,
    variant: line.variant,
    path: event.path,
    x: event.x ?? null,
    y: event.y ?? null,
    depth: event.depth ?? null,
    name: event.name ?? null,
    value: event.value ?? null,
    extra: event.extra ?? null,
    session,
    keptDays,
    loadId,
  }));
}

/** UUIDs of the events of a batch, the same whenever it is read: they differ in their last part, which makes one hash enough. */
function uuids(batch: string, count: number): string[] {
  const hex = sha256Hex(batch);
  const start = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}`;
  return Array.from(
    { length: count },
    (_, index) => `${start}-${index.toString(16).padStart(4, '0')}${hex.slice(20, 28)}`,
  );
}
