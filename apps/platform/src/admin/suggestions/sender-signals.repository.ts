import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Database, firstIdAt, SYSTEM_DATA_SOURCE, type TenantId } from '#libs/persistence';
import { LIMITS } from './suggestion.js';

/** How far back rates are taken (hours), and how many tenants and e-mails are looked at closer. */
const WINDOW_HOURS = 72;
const TENANTS_AT_MOST = 20;
const EMAILS_AT_MOST = 20_000;
const HOUR_MS = 3_600_000;

/** A tenant whose totals call for a closer look. */
export interface ConspicuousTenant {
  tenantId: TenantId;
  /** E-mails accepted in the last hour or so, and in a usual hour of the week before. */
  lastHour: number;
  usualHour: number;
}

/** What became of the e-mails from one domain of a tenant. */
export interface SenderDomain {
  domain: string;
  sent: number;
  hardBounced: number;
  complained: number;
}

/** What senders do: first by the totals of tenants, then, for the few that are conspicuous, by their domains. */
@Injectable()
export class SenderSignalsRepository {
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly database: Database,
  ) {}

  async conspicuous(): Promise<ConspicuousTenant[]> {
    return this.system.query<ConspicuousTenant[]>(
      `with total as (
         select tenant_id,
                coalesce(sum(count) filter (where event = 'sent' and recent), 0) as sent,
                coalesce(sum(count) filter (where event = 'bounced' and recent), 0) as bounced,
                coalesce(sum(count) filter (where event = 'complained' and recent), 0) as complained,
                coalesce(sum(count) filter (where event = 'accepted' and now), 0) as last_hour,
                coalesce(sum(count) filter (where event = 'accepted' and not now), 0) / (7 * 24.0) as usual_hour
         from (select *, start > now() - $1 * interval '1 hour' as recent,
                      start >= date_trunc('hour', now() - interval '30 minutes', 'UTC') as now
               from event_total
               where span = 'hour' and channel = 'email' and start > now() - interval '7 days') hour
         group by tenant_id
       )
       select tenant_id as "tenantId", last_hour::float8 as "lastHour", usual_hour::float8 as "usualHour" from total
       where sent >= $2 and (complained >= greatest($3, sent * $4) or bounced >= sent * $5)
          or last_hour >= greatest($6, usual_hour * $7)
       order by complained desc, bounced desc, last_hour desc limit ${TENANTS_AT_MOST}`,
      [
        WINDOW_HOURS,
        LIMITS.fewestSent,
        LIMITS.fewestComplaints,
        LIMITS.complaintRate,
        LIMITS.hardBounceRate,
        LIMITS.spikeMessages,
        LIMITS.spikeFactor,
      ],
    );
  }

  /** Of the tenant's latest e-mails, by the domain that they are from, most first. A hard bounce suppresses its address. */
  async domainsOf(tenantId: TenantId): Promise<SenderDomain[]> {
    const since = firstIdAt('msg', new Date(Date.now() - WINDOW_HOURS * HOUR_MS));
    return this.database.tenant(tenantId, (tx) =>
      tx.query<SenderDomain[]>(
        `select lower(substring(sender from '@([^@>[:space:]]+)>?[[:space:]]*$')) as domain,
                count(*) filter (where sent_at is not null)::int as sent,
                count(*) filter (where status = 'complained')::int as complained,
                count(*) filter (where status = 'bounced' and exists (
                  select from suppression s
                  where s.tenant_id = $1 and s.address = lower(recipient) and s.reason = 'bounce'))::int as "hardBounced"
         from (select sender, recipient, status, sent_at from message
               where tenant_id = $1 and channel = 'email' and id >= $2 order by id desc limit ${EMAILS_AT_MOST}) latest
         group by 1 having count(*) > 0 order by count(*) desc`,
        [tenantId, since],
      ),
    );
  }
}
