import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { TenantId } from '#libs/core/persistence';
import { SenderIdentity } from './sender-identity.entity.js';

export type IdentityValues = Pick<
  SenderIdentity,
  'address' | 'displayName' | 'replyTo' | 'signatureHtml' | 'isDefault'
>;

/** The identities of mailboxes. Writers have locked the mailbox. */
@Injectable()
export class IdentityRepository {
  /** Lists the identities of a mailbox in the order of their addresses. */
  async list(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<SenderIdentity[]> {
    return tx.find(SenderIdentity, { where: { tenantId, mailboxId }, order: { address: 'ASC' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, id: string): Promise<SenderIdentity | null> {
    return tx.findOneBy(SenderIdentity, { tenantId, mailboxId, id });
  }

  async findByAddress(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    address: string,
  ): Promise<SenderIdentity | null> {
    return tx.findOneBy(SenderIdentity, { tenantId, mailboxId, address });
  }

  async findDefault(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<SenderIdentity | null> {
    return tx.findOneBy(SenderIdentity, { tenantId, mailboxId, isDefault: true });
  }

  async count(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<number> {
    return tx.countBy(SenderIdentity, { tenantId, mailboxId });
  }

  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    values: IdentityValues,
  ): Promise<SenderIdentity> {
    const now = new Date();
    const identity = tx.create(SenderIdentity, {
      ...values,
      tenantId,
      mailboxId,
      id: v7(),
      createdAt: now,
      updatedAt: now,
    });
    await tx.insert(SenderIdentity, identity);
    return identity;
  }

  async update(
    tx: EntityManager,
    { tenantId, id }: SenderIdentity,
    changes: Partial<IdentityValues>,
  ): Promise<SenderIdentity> {
    await tx.update(SenderIdentity, { tenantId, id }, { ...changes, updatedAt: new Date() });
    return tx.findOneByOrFail(SenderIdentity, { tenantId, id });
  }

  async clearDefault(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<void> {
    await tx.update(SenderIdentity, { tenantId, mailboxId, isDefault: true }, { isDefault: false });
  }

  async delete(tx: EntityManager, { tenantId, id }: SenderIdentity): Promise<void> {
    await tx.delete(SenderIdentity, { tenantId, id });
  }
}
