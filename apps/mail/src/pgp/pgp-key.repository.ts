import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { TenantId } from '#libs/core/persistence';
import { PgpKey } from './pgp-key.entity.js';

export type PgpKeyValues = Omit<PgpKey, 'tenantId' | 'id' | 'createdAt'>;

/** Public keys of mailboxes. */
@Injectable()
export class PgpKeyRepository {
  async insert(tx: EntityManager, tenantId: TenantId, values: PgpKeyValues): Promise<PgpKey> {
    const key = tx.create(PgpKey, { ...values, tenantId, id: v7(), createdAt: new Date() });
    await tx.insert(PgpKey, key);
    return key;
  }

  async count(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(PgpKey, { tenantId, mailboxId });
  }

  async exists(tx: EntityManager, tenantId: TenantId, mailboxId: string, fingerprint: string): Promise<boolean> {
    return tx.existsBy(PgpKey, { tenantId, mailboxId, fingerprint });
  }

  /** Newest first. */
  async list(tx: EntityManager, tenantId: TenantId, mailboxId: string, limit: number): Promise<PgpKey[]> {
    return tx.find(PgpKey, { where: { tenantId, mailboxId }, order: { id: 'DESC' }, take: limit });
  }

  /** Lists the keys of an address, the newest first. */
  async listByEmail(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    email: string,
    limit: number,
  ): Promise<PgpKey[]> {
    return tx.find(PgpKey, { where: { tenantId, mailboxId, email }, order: { id: 'DESC' }, take: limit });
  }

  /** The key that was there; null if the mailbox has none with this id. */
  async delete(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<PgpKey | null> {
    const key = await tx.findOneBy(PgpKey, { tenantId, mailboxId, id });
    if (!key) return null;
    const { affected } = await tx.delete(PgpKey, { tenantId, id });
    return affected ? key : null;
  }
}
