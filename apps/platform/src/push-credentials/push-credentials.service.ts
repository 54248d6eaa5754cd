import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { PushCredential } from './push-credential.entity.js';
import { PushCredentialRepository } from './push-credential.repository.js';
import type { CredentialSecrets, NewCredential, VapidCredential } from './push-credential.js';

/** Times of use are recorded this often (milliseconds), so that sending seldom writes them. */
const USE_INTERVAL_MS = 60_000;

/** The credentials of push services that belong to a tenant. */
@Injectable()
export class PushCredentials {
  constructor(
    private readonly database: Database,
    private readonly credentials: PushCredentialRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** Sets the tenant's credential of a kind; batches of messages that begin after the commit use it. */
  async set(tenantId: TenantId, { kind, secret, fingerprint }: NewCredential): Promise<PushCredential> {
    const sealed = this.secrets.seal(tenantId, purposeOf(kind), JSON.stringify(secret));
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.credentials.lockForUpdate(tx, tenantId, kind);
      const after = await this.credentials.upsert(tx, tenantId, { kind, secret: sealed, fingerprint });
      await audit(tx, 'push-credential.set', after, { before, after });
      return after;
    });
  }

  async list(tenantId: TenantId): Promise<PushCredential[]> {
    return this.database.tenant(tenantId, (tx) => this.credentials.list(tx, tenantId));
  }

  /** Lists in a transaction of the tenant that is open. */
  async listCurrent(tx: EntityManager, tenantId: TenantId): Promise<PushCredential[]> {
    return this.credentials.list(tx, tenantId);
  }

  async find(tenantId: TenantId, id: string): Promise<PushCredential | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => this.credentials.findById(tx, tenantId, id));
  }

  /** @throws Problem NotFound if it was deleted or replaced meanwhile */
  async delete(credential: PushCredential): Promise<void> {
    await this.database.tenant(credential.tenantId, async (tx) => {
      if (!(await this.credentials.delete(tx, credential))) throw new Problem('NotFound');
      await audit(tx, 'push-credential.deleted', credential, { before: credential });
    });
  }

  /** The tenant's own VAPID keys; undefined if it set none. */
  async findVapid(tenantId: TenantId): Promise<VapidCredential | undefined> {
    const row = await this.database.tenant(tenantId, (tx) => this.credentials.find(tx, tenantId, 'vapid'));
    return row ? this.open(row, 'vapid') : undefined;
  }

  /** Whether the tenant has an FCM account of its own. */
  async hasFcm(tx: EntityManager, tenantId: TenantId): Promise<boolean> {
    return (await this.credentials.find(tx, tenantId, 'fcm')) !== null;
  }

  /** The secret of a row. @throws UnknownKeyId, BrokenSeal */
  open<K extends keyof CredentialSecrets>({ tenantId, secret }: PushCredential, kind: K): CredentialSecrets[K] {
    return JSON.parse(this.secrets.open(tenantId, purposeOf(kind), secret)) as CredentialSecrets[K];
  }

  /** Records that a credential was used, and whether the push service accepted a message. */
  async recordUse(tx: EntityManager, credential: PushCredential, worked: boolean): Promise<void> {
    const now = new Date();
    const isOld = (at: Date | null) => !at || now.getTime() - at.getTime() >= USE_INTERVAL_MS;
    const isDue = isOld(credential.lastUsedAt) || (worked && isOld(credential.lastWorkedAt));
    if (!isDue) return;
    await this.credentials.recordUse(tx, credential, { lastUsedAt: now, ...(worked && { lastWorkedAt: now }) });
  }
}

const purposeOf = (kind: keyof CredentialSecrets): string => `push.credential.${kind}`;

async function audit(
  tx: EntityManager,
  action: string,
  { tenantId, kind }: PushCredential,
  { before, after }: { before: PushCredential | null; after?: PushCredential },
): Promise<void> {
  await recordAudit(tx, {
    action,
    object: { type: 'push-credential', id: kind },
    tenantId,
    before: before ? auditFields(before, ['kind', 'fingerprint']) : undefined,
    after: after && auditFields(after, ['kind', 'fingerprint']),
  });
}
