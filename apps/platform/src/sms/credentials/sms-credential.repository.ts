import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { returned, type TenantId } from '#libs/core/persistence';
import { SmsCredential } from './sms-credential.entity.js';

/** The rows of carrier credentials. */
@Injectable()
export class SmsCredentialRepository {
  async find(tx: EntityManager, tenantId: TenantId): Promise<SmsCredential | null> {
    return tx.findOneBy(SmsCredential, { tenantId });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId): Promise<SmsCredential | null> {
    return tx.findOne(SmsCredential, { where: { tenantId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Inserts the credential, or replaces the one of the tenant; it has not been used yet. */
  async upsert(
    tx: EntityManager,
    tenantId: TenantId,
    row: Pick<SmsCredential, 'kind' | 'account' | 'address' | 'secret'>,
  ): Promise<SmsCredential> {
    const values = { ...row, tenantId, id: uuidv4(), createdAt: new Date(), lastUsedAt: null, lastWorkedAt: null };
    const options = { conflictPaths: { tenantId: true }, returning: '*' } as const;
    const [credential] = returned(tx, SmsCredential, await tx.getRepository(SmsCredential).upsert(values, options));
    if (!credential) throw new Error('An upsert returned no carrier credential');
    return credential;
  }

  /** Deletes the credential unless another one has replaced it. Returns whether it did. */
  async delete(tx: EntityManager, { tenantId, id }: SmsCredential): Promise<boolean> {
    return (await tx.delete(SmsCredential, { tenantId, id })).affected === 1;
  }

  /** Records a use, unless another credential has replaced this one. */
  async recordUse(
    tx: EntityManager,
    { tenantId, id }: SmsCredential,
    times: Partial<Pick<SmsCredential, 'lastUsedAt' | 'lastWorkedAt'>>,
  ): Promise<void> {
    await tx.update(SmsCredential, { tenantId, id }, times);
  }
}
