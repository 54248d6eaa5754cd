import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { isUuid, Problem } from '#libs/core/http';
import { afterCommit, Database, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { SmsPolicyCache } from '../policy/sms-policy-cache.js';
import { shown, type CarrierCredential } from './sms-credential.js';
import type { SmsCredential } from './sms-credential.entity.js';
import { SmsCredentialRepository } from './sms-credential.repository.js';

const PURPOSE = 'sms.credential';
const AUDITED = ['kind', 'account', 'address'] as const;

/** Times of use are recorded this often (milliseconds), so that sending seldom writes them. */
const USE_INTERVAL_MS = 60_000;

/** The carriers of texts that belong to tenants. */
@Injectable()
export class SmsCredentials {
  constructor(
    private readonly database: Database,
    private readonly credentials: SmsCredentialRepository,
    private readonly policies: SmsPolicyCache,
    private readonly secrets: SecretBox,
  ) {}

  /** Sets the tenant's carrier; texts that are accepted after the commit leave by it. */
  async set(tenantId: TenantId, credential: CarrierCredential): Promise<SmsCredential> {
    const secret = this.secrets.seal(tenantId, PURPOSE, JSON.stringify(credential));
    const row = { kind: credential.kind, ...shown(credential), secret };
    return this.change(tenantId, async (tx) => {
      const before = await this.credentials.lockForUpdate(tx, tenantId);
      const after = await this.credentials.upsert(tx, tenantId, row);
      await audit(tx, 'sms-credential.set', after, { before, after });
      return after;
    });
  }

  /** At most one. */
  async find(tenantId: TenantId): Promise<SmsCredential | null> {
    return this.database.tenant(tenantId, (tx) => this.credentials.find(tx, tenantId));
  }

  async findById(tenantId: TenantId, id: string): Promise<SmsCredential | null> {
    const credential = isUuid(id) ? await this.find(tenantId) : null;
    return credential?.id === id ? credential : null;
  }

  /** @throws Problem NotFound if it was deleted or replaced meanwhile */
  async delete(credential: SmsCredential): Promise<void> {
    await this.change(credential.tenantId, async (tx) => {
      if (!(await this.credentials.delete(tx, credential))) throw new Problem('NotFound');
      await audit(tx, 'sms-credential.deleted', credential, { before: credential });
    });
  }

  /** The secret of a row. @throws UnknownKeyId, BrokenSeal */
  open({ tenantId, secret }: SmsCredential): CarrierCredential {
    return JSON.parse(this.secrets.open(tenantId, PURPOSE, secret)) as CarrierCredential;
  }

  /** Records that a credential was used, and whether the carrier accepted a text. */
  async recordUse(tx: EntityManager, credential: SmsCredential, worked: boolean): Promise<void> {
    const now = new Date();
    const isOld = (at: Date | null) => !at || now.getTime() - at.getTime() >= USE_INTERVAL_MS;
    const isDue = isOld(credential.lastUsedAt) || (worked && isOld(credential.lastWorkedAt));
    if (!isDue) return;
    await this.credentials.recordUse(tx, credential, { lastUsedAt: now, ...(worked && { lastWorkedAt: now }) });
  }

  private async change<T>(tenantId: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.database.tenant(tenantId, (tx) => {
      afterCommit(tx, () => this.policies.forget(tenantId));
      return work(tx);
    });
  }
}

async function audit(
  tx: EntityManager,
  action: 'sms-credential.set' | 'sms-credential.deleted',
  { tenantId, kind }: SmsCredential,
  { before, after }: { before: SmsCredential | null; after?: SmsCredential },
): Promise<void> {
  await recordAudit(tx, {
    action,
    object: { type: 'sms-credential', id: kind },
    tenantId,
    before: before ? auditFields(before, AUDITED) : undefined,
    after: after && auditFields(after, AUDITED),
  });
}
