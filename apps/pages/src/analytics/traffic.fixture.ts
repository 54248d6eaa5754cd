import { randomUUID } from 'node:crypto';
import type { TenantId } from '#libs/core/persistence';
import type { CollectedEvent } from '#libs/sites/traffic';

/** An event of a person with a computer in Brazil, who came without a campaign. */
export function collectedEvent(tenantId: TenantId, changes: Partial<CollectedEvent> = {}): CollectedEvent {
  return {
    tenantId,
    id: randomUUID(),
    at: new Date(),
    kind: 'view',
    sessionId: randomUUID(),
    sessionStartedAt: changes.at ?? new Date(),
    visitorId: 'AAAAAAAAAAA',
    consented: false,
    pageId: 'pag_0123456789abcdef',
    variant: '1',
    path: '/oferta',
    x: null,
    y: null,
    depth: null,
    name: null,
    value: null,
    extra: null,
    session: {
      utmSource: '',
      utmMedium: '',
      utmCampaign: '',
      utmTerm: '',
      utmContent: '',
      referrer: '',
      country: 'BR',
      device: 'desktop',
      os: 'Windows',
      browser: 'Chrome',
      language: 'pt',
      bot: null,
    },
    keptDays: 30,
    ...changes,
  };
}
