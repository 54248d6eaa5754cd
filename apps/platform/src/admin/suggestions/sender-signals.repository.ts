import { Injectable } from '@nestjs/common';
import { firstIdAt, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { CONSPICUOUS_TENANTS, SENDER_DOMAINS } from './sender-signals.sql.js';
import { LIMITS } from './suggestion.js';

/** The period of the rates. */
const WINDOW_HOURS = 72;
const HOUR_MS = 3_600_000;

/** A tenant whose totals exceed a limit. */
export interface ConspicuousTenant {
  tenantId: TenantId;
  /** E-mails accepted in about the last hour, and in an average hour of the week before. */
  lastHour: number;
  usualHour: number;
}

/** The outcomes of a tenant's e-mails from one domain. */
export interface SenderDomain {
  domain: string;
  sent: number;
  hardBounced: number;
  complained: number;
}

@Injectable()
export class SenderSignalsRepository {
  async listConspicuous(tx: SqlExecutor): Promise<ConspicuousTenant[]> {
    const { fewestSent, fewestComplaints, complaintRate, hardBounceRate, spikeMessages, spikeFactor } = LIMITS;
    const limits = [fewestSent, fewestComplaints, complaintRate, hardBounceRate, spikeMessages, spikeFactor];
    return many(tx, CONSPICUOUS_TENANTS, [WINDOW_HOURS, ...limits]);
  }

  /** The domains of the tenant's latest e-mails, most e-mails first. */
  async listDomains(tx: SqlExecutor, tenantId: TenantId): Promise<SenderDomain[]> {
    const since = firstIdAt('msg', new Date(Date.now() - WINDOW_HOURS * HOUR_MS));
    return many(tx, SENDER_DOMAINS, [tenantId, since]);
  }
}
