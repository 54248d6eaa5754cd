import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { MailboxGrant } from './mailbox-grant.entity.js';
import type { GrantRole } from '../mailbox-values.js';

/** Roles of users in the mailboxes of a tenant. */
@Injectable()
export class MailboxGrantRepository {
  async upsert(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    userId: Id<'usr'>,
    role: GrantRole,
  ): Promise<void> {
    await tx.upsert(MailboxGrant, { tenantId, mailboxId, userId, role }, ['tenantId', 'mailboxId', 'userId']);
  }

  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string, userId: string): Promise<MailboxGrant | null> {
    return tx.findOneBy(MailboxGrant, { tenantId, mailboxId, userId: userId as Id<'usr'> });
  }

  /** Lists the grants of one mailbox, the oldest first. */
  async list(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<MailboxGrant[]> {
    return tx.find(MailboxGrant, { where: { tenantId, mailboxId }, order: { createdAt: 'ASC', userId: 'ASC' } });
  }

  /** The roles that a user has, by mailbox. */
  async rolesOf(
    tx: EntityManager,
    tenantId: TenantId,
    userId: Id<'usr'>,
    mailboxIds: readonly string[],
  ): Promise<Map<string, GrantRole>> {
    const grants = await tx.findBy(MailboxGrant, { tenantId, userId, mailboxId: In([...mailboxIds]) });
    return new Map(grants.map(({ mailboxId, role }) => [mailboxId, role]));
  }

  async delete(tx: EntityManager, tenantId: TenantId, mailboxId: string, userId: Id<'usr'>): Promise<void> {
    await tx.delete(MailboxGrant, { tenantId, mailboxId, userId });
  }
}
