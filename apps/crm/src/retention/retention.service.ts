import { Injectable } from '@nestjs/common';
import { auditDifference, recordAudit } from '#libs/core/audit';
import { refusal } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { Database, type Id, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactAnonymizer } from '../erasure-requests/contact-anonymizer.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { RETENTION_DAYS } from './retention-policy.entity.js';
import { type ActivePolicy, RetentionRepository } from './retention.repository.js';

const EVERY_MS = 3_600_000;
/** Policies that are read at once. */
const POLICIES = 500;
/** Contacts of one tenant that are looked up at once. */
const BATCH = 200;
/** Contacts of one tenant in one run: the next run goes on, and no tenant waits long for another. */
const RUN = 5_000;

export interface Retention {
  days: number | null;
  anonymized: number;
}

/** How long a tenant keeps contacts without activity, and the job that anonymizes them then. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly database: Database,
    private readonly retention: RetentionRepository,
    private readonly contacts: ContactRepository,
    private readonly anonymizer: ContactAnonymizer,
    private readonly keys: TenantKeys,
  ) {}

  async get(tenantId: TenantId): Promise<Retention> {
    return this.database.tenant(tenantId, async (tx) => ({
      days: await this.retention.getDays(tx, tenantId),
      anonymized: await this.retention.countAnonymized(tx, tenantId),
    }));
  }

  /** @param days null for good @throws Problem Unprocessable outside the limits */
  async set(tenantId: TenantId, days: number | null): Promise<Retention> {
    if (days !== null && (days < RETENTION_DAYS.min || days > RETENTION_DAYS.max)) throw outOfRange();
    await this.database.tenant(tenantId, async (tx) => {
      const before = { days: await this.retention.getDays(tx, tenantId) };
      await this.retention.setDays(tx, tenantId, days);
      const difference = auditDifference(before, { days }, ['days']);
      const object = { type: 'retention-policy', id: tenantId };
      if (difference) await recordTrail(tx, { action: 'retention-policy.changed', object, tenantId, ...difference });
    });
    return this.get(tenantId);
  }

  /** Anonymizes what all tenants no longer keep; returns how many contacts. */
  @Every({ every: EVERY_MS, lock: 'contact retention' })
  async anonymizeInactive(signal?: AbortSignal): Promise<number> {
    let total = 0;
    let after = '';
    for (;;) {
      const policies = await this.database.system((tx) => this.retention.listPolicies(tx, after, POLICIES));
      for (const policy of policies) total += await this.anonymizeOf(policy, signal);
      if (policies.length < POLICIES || signal?.aborted) return total;
      after = policies.at(-1)!.tenantId;
    }
  }

  private async anonymizeOf(policy: ActivePolicy, signal: AbortSignal | undefined): Promise<number> {
    const { tenantId } = policy;
    let total = 0;
    while (total < RUN) {
      const ids = await this.database.tenant(tenantId, (tx) => this.retention.listInactive(tx, policy, BATCH));
      for (const id of ids) {
        if (signal?.aborted) return total;
        if (await this.anonymizeOne(policy, id)) total += 1;
      }
      if (ids.length < BATCH) break;
    }
    return total;
  }

  /** False if something has happened to the contact meanwhile. */
  private async anonymizeOne(policy: ActivePolicy, id: Id<'cnt'>): Promise<boolean> {
    const { tenantId } = policy;
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contact = await this.contacts.lockWithDeleted(tx, tenantId, id);
      if (!contact || !(await this.retention.isInactive(tx, policy, id))) return false;
      await this.anonymizer.anonymize(tx, cipher, contact, null);
      await recordAudit(tx, {
        action: 'contact.anonymized',
        object: { type: 'contact', id },
        tenantId,
        reason: 'retention',
        after: { days: policy.days },
      });
      return true;
    });
  }
}

function outOfRange() {
  const { min, max } = RETENTION_DAYS;
  return refusal('Unprocessable', { erro: `dias deve estar entre ${min} e ${max}.`, campo: 'dias' });
}
