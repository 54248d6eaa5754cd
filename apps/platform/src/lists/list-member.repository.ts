import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ASKED_AGAIN_AFTER_MS, ASKS_MAX, type Proof } from '#libs/messaging/confirmation';
import { exec, many, maybe, one, type Id, type TenantId } from '#libs/core/persistence';
import { ContactListMember } from './contact-list-member.entity.js';
import {
  ASK_AGAIN,
  CONFIRM_MEMBERS,
  COUNT_AND_LOCK_CONTACTS,
  DELETE_ALL_MEMBERS,
  DELETE_MEMBERS,
  DELETE_MEMBERSHIPS,
  INSERT_MEMBERS,
  INSERT_PENDING_MEMBERS,
  LOCK_ASKING_LISTS,
  LOCK_LISTS_OF_CONTACT,
  RESET_CONFIRMATIONS,
} from './list-member.sql.js';

interface Count {
  count: number;
}

/** Proof of a confirmation: the request that the button of the page made, or the note of an owner. */
export interface MemberConfirmation extends Partial<Proof> {
  consentNote?: string | null;
}

/** Members of lists. Every transaction locks contacts before lists, so that none deadlocks. */
@Injectable()
export class ListMemberRepository {
  /** Whether all these are contacts of the tenant; they cannot be deleted until the transaction ends. */
  async lockContacts(tx: EntityManager, tenantId: TenantId, contactIds: readonly string[]): Promise<boolean> {
    const { count } = await one<Count>(tx, COUNT_AND_LOCK_CONTACTS, [tenantId, contactIds]);
    return count === contactIds.length;
  }

  /**
   * Adds contacts to a locked list; returns how many were not on it.
   * @param consentNote where an owner has their consent from
   */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
    consentNote: string | null,
  ): Promise<number> {
    return (await maybe<Count>(tx, INSERT_MEMBERS, [tenantId, listId, contactIds, consentNote]))?.count ?? 0;
  }

  /** Adds contacts to a locked list as pending; returns those that were not on it. */
  async insertPending(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
  ): Promise<Id<'cnt'>[]> {
    const inserted = await maybe<{ contactIds: Id<'cnt'>[] }>(tx, INSERT_PENDING_MEMBERS, [
      tenantId,
      listId,
      contactIds,
    ]);
    return inserted?.contactIds ?? [];
  }

  /** Confirms those of these members of a locked list that are pending; returns how many were. */
  async confirm(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
    { consentNote = null, ip = null, userAgent = null }: MemberConfirmation,
  ): Promise<number> {
    const parameters = [tenantId, listId, contactIds, consentNote, ip, userAgent];
    return (await maybe<Count>(tx, CONFIRM_MEMBERS, parameters))?.count ?? 0;
  }

  /** Notes another mail to those of these members that are pending and may get one; returns them. */
  async askAgain(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactIds: readonly string[],
  ): Promise<Id<'cnt'>[]> {
    const parameters = [tenantId, listId, contactIds, ASKED_AGAIN_AFTER_MS / 1_000, ASKS_MAX];
    const rows = await many<{ contactId: Id<'cnt'> }>(tx, ASK_AGAIN, parameters);
    return rows.map(({ contactId }) => contactId);
  }

  /**
   * Members of lists that ask lose their confirmation, on all their lists. Returns those that are to be asked; the others
   * had all their mails already. The contacts are locked.
   */
  async resetConfirmations(
    tx: EntityManager,
    tenantId: TenantId,
    contactIds: readonly string[],
  ): Promise<{ listId: Id<'lst'>; contactId: Id<'cnt'> }[]> {
    const lists = await many<{ id: string }>(tx, LOCK_ASKING_LISTS, [tenantId, contactIds]);
    if (lists.length === 0) return [];
    return many(tx, RESET_CONFIRMATIONS, [tenantId, contactIds, lists.map(({ id }) => id), ASKS_MAX]);
  }

  async find(
    tx: EntityManager,
    tenantId: TenantId,
    listId: Id<'lst'>,
    contactId: Id<'cnt'>,
  ): Promise<ContactListMember | null> {
    return tx.findOneBy(ContactListMember, { tenantId, listId, contactId });
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

  /** Takes all contacts off a locked list. */
  async deleteAll(tx: EntityManager, tenantId: TenantId, listId: Id<'lst'>): Promise<void> {
    await exec(tx, DELETE_ALL_MEMBERS, [tenantId, listId]);
  }

  /** Takes a locked contact off all its lists. */
  async deleteMemberships(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    const lists = await many<{ id: string }>(tx, LOCK_LISTS_OF_CONTACT, [tenantId, contactId]);
    if (lists.length === 0) return;
    await exec(tx, DELETE_MEMBERSHIPS, [tenantId, contactId, lists.map(({ id }) => id)]);
  }
}
