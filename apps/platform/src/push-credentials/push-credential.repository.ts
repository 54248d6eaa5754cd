import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v4 as uuidv4 } from 'uuid';
import { returned, type TenantId } from '#libs/core/persistence';
import { PushCredential, type PushCredentialKind } from './push-credential.entity.js';

/** The rows of push credentials. */
@Injectable()
export class PushCredentialRepository {
  /** Lists credentials in the order of the kinds, at most one of each. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<PushCredential[]> {
    return tx.find(PushCredential, { where: { tenantId }, order: { kind: 'ASC' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, kind: PushCredentialKind): Promise<PushCredential | null> {
    return tx.findOneBy(PushCredential, { tenantId, kind });
  }

  async findById(tx: EntityManager, tenantId: TenantId, id: string): Promise<PushCredential | null> {
    return tx.findOneBy(PushCredential, { tenantId, id });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, kind: PushCredentialKind): Promise<PushCredential | null> {
    return tx.findOne(PushCredential, { where: { tenantId, kind }, lock: { mode: 'pessimistic_write' } });
  }

  /** Inserts a credential, or replaces the one of its kind; it has not been used yet. */
  async upsert(
    tx: EntityManager,
    tenantId: TenantId,
    row: Pick<PushCredential, 'kind' | 'secret' | 'fingerprint'>,
  ): Promise<PushCredential> {
    const values = { ...row, tenantId, id: uuidv4(), createdAt: new Date(), lastUsedAt: null, lastWorkedAt: null };
    const options = { conflictPaths: { tenantId: true, kind: true }, returning: '*' } as const;
    const [credential] = returned(tx, PushCredential, await tx.getRepository(PushCredential).upsert(values, options));
    if (!credential) throw new Error('An upsert returned no push credential');
    return credential;
  }

  /** Deletes the credential unless another one has replaced it. Returns whether it did. */
  async delete(tx: EntityManager, { tenantId, kind, id }: PushCredential): Promise<boolean> {
    return (await tx.delete(PushCredential, { tenantId, kind, id })).affected === 1;
  }

  /** Records a use, unless another credential has replaced this one. */
  async recordUse(
    tx: EntityManager,
    { tenantId, kind, id }: PushCredential,
    times: Partial<Pick<PushCredential, 'lastUsedAt' | 'lastWorkedAt'>>,
  ): Promise<void> {
    await tx.update(PushCredential, { tenantId, kind, id }, times);
  }
}
