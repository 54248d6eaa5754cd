import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { AppEventSender, MAX_REPORTED_VISITS, type ReportedVisit } from '#libs/core/app-events';
import { CredentialReader } from '#libs/core/auth';
import { groupBy } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { many, type TenantId } from '#libs/core/persistence';
import { type CollectedEvent, EVENT_KINDS, type TrafficFold, TrafficFolds } from '#libs/sites/traffic';
import { FIND_LEADS_OF_VISITORS } from './collector.sql.js';

const NAME_LENGTH = 200;

/**
 * Tells the CRM what visitors do who have consented and sent a lead: views of pages, and events that pages name. One statement for a batch
 * with visitors who consented, none without. Equal events of a batch are told as one, with their number.
 */
@Injectable()
export class LeadVisitsFold implements TrafficFold {
  constructor(
    folds: TrafficFolds,
    private readonly events: AppEventSender,
    private readonly credentials: CredentialReader,
  ) {
    folds.register(this);
  }

  async write(tx: PoolClient, events: readonly CollectedEvent[]): Promise<void> {
    const told = events.filter(isTold);
    if (told.length === 0) return;
    const visitors = new Map(told.map((one) => [visitorOf(one), one]));
    const found = await many<{ tenantId: TenantId; visitorId: string; leadId: string }>(tx, FIND_LEADS_OF_VISITORS, [
      [...visitors.values()].map(({ tenantId }) => tenantId),
      [...visitors.values()].map(({ visitorId }) => visitorId),
    ]);
    if (found.length === 0) return;
    const leads = new Map(found.map((row) => [visitorOf(row), row.leadId]));
    for (const [tenantId, ofTenant] of groupBy(told, (event) => event.tenantId)) {
      const visits = visitsOf(ofTenant, leads);
      if (visits.length === 0 || !(await this.hasCrm(tenantId))) continue;
      const parts = Array.from({ length: Math.ceil(visits.length / MAX_REPORTED_VISITS) }, (_, part) =>
        visits.slice(part * MAX_REPORTED_VISITS, (part + 1) * MAX_REPORTED_VISITS),
      );
      const payloads = parts.map((part) => ({ tenantId, payload: { visits: part } }));
      await this.events.sendAll(tx, 'crm', 'pages.visits.reported', payloads);
    }
  }

  /** Returns true if it cannot be known: the CRM ignores what it does not know. */
  private async hasCrm(tenantId: TenantId): Promise<boolean> {
    try {
      const tenant = await this.credentials.read('tenant', tenantId);
      return tenant === null || tenant.products.includes('crm');
    } catch (error) {
      logger.debug('The products of a tenant could not be read', { error });
      return true;
    }
  }
}

/** A form that was sent is told as a lead. */
const isTold = ({ consented, visitorId, session, kind, extra }: CollectedEvent): boolean =>
  consented &&
  visitorId !== null &&
  session.bot === null &&
  (kind === 'view' || kind === 'custom' || (kind === 'conversion' && extra?.['lead'] === undefined));

const visitorOf = ({ tenantId, visitorId }: { tenantId: TenantId; visitorId: string | null }): string =>
  `${tenantId} ${visitorId}`;

const nameOf = ({ kind, name }: CollectedEvent): string =>
  (kind === 'view' ? EVENT_KINDS.view : (name ?? EVENT_KINDS[kind])).slice(0, NAME_LENGTH) || EVENT_KINDS[kind];

function visitsOf(events: readonly CollectedEvent[], leads: ReadonlyMap<string, string>): ReportedVisit[] {
  const visits = new Map<string, ReportedVisit>();
  for (const event of events) {
    const leadId = leads.get(visitorOf(event));
    if (leadId === undefined) continue;
    const { pageId, at } = event;
    const name = nameOf(event);
    const occurredAt = at.toISOString();
    const key = JSON.stringify([leadId, pageId, occurredAt.slice(0, 10), name]);
    const known = visits.get(key);
    if (!known) visits.set(key, { leadId, name, pageId, count: 1, occurredAt });
    else {
      known.count += 1;
      if (known.occurredAt < occurredAt) known.occurredAt = occurredAt;
    }
  }
  return [...visits.values()];
}
