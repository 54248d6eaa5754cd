import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec, many, maybe, one, type Id, type TenantId } from '#libs/persistence';
import {
  COUNT_AND_LOCK_CONTACTS,
  DELETE_MEMBERS,
  DELETE_MEMBERSHIPS,
  INSERT_MEMBERS,
  LOCK_LISTS_OF_CONTACT,
} from './list-member.sql.js';

interface Count {
  count: number;
}

/** Which contacts are on which list. Every transaction locks contacts before lists, so that none deadlocks. */
@Injectable()
export class ListMemberRepository {
  /** Whether all these are contacts of the tenant; they cannot be deleted until the transaction ends. */
  async lockContacts(tx: EntityManager, tenantId: TenantId, contactIds: readonly string[]): Promise<boolean> {
    const { count } = await one<Count>(tx, COUNT_AND_LOCK_CONTACTS, [tenantId, contactIds]);
    return count === contactIds.length;
  }

  /** Adds contacts to a locked list; returns how many were not on it. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
  ): Promise<number> {
    return (await maybe<Count>(tx, INSERT_MEMBERS, [tenantId, listId, contactIds]))?.count ?? 0;
  }

  /** Takes contacts off a locked list; returns how many were on it. */
  async delete(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
  ): Promise<number> {
    return (await maybe<Count>(tx, DELETE_MEMBERS, [tenantId, listId, contactIds]))?.count ?? 0;
  }

  /** Takes a locked contact off all its lists. */
  async deleteMemberships(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    const lists = await many<{ id: string }>(tx, LOCK_LISTS_OF_CONTACT, [tenantId, contactId]);
    if (lists.length === 0) return;
    await exec(tx, DELETE_MEMBERSHIPS, [tenantId, contactId, lists.map(({ id }) => id)]);
  }
}
