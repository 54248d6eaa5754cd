import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import { ContactIdentifier } from './contact-identifier.entity.js';
import { Contact } from './contact.entity.js';
import { filterKeysAfter, filterKeysOf } from './filter-keys.js';
import type { IdentifierKind } from './identifiers.js';

/** Contacts of a tenant, but for the deleted ones. */
@Injectable()
export class ContactRepository {
  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Contact | null> {
    return tx.findOneBy(Contact, { tenantId, id: id as Id<'cnt'>, deletedAt: IsNull() });
  }

  async findMany(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Contact[]> {
    if (ids.length === 0) return [];
    return tx.findBy(Contact, { tenantId, id: In([...ids]), deletedAt: IsNull() });
  }

  async findManyWithDeleted(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Contact[]> {
    return ids.length === 0 ? [] : tx.findBy(Contact, { tenantId, id: In([...ids]) });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Contact | null> {
    const where = { tenantId, id: id as Id<'cnt'>, deletedAt: IsNull() };
    return tx.findOne(Contact, { where, lock: { mode: 'pessimistic_write' } });
  }

  async lockDeleted(tx: EntityManager, tenantId: TenantId, id: Id<'cnt'>): Promise<Contact | null> {
    const where = { tenantId, id, deletedAt: Not(IsNull()) };
    return tx.findOne(Contact, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** The same for a contact that may be deleted. */
  async lockWithDeleted(tx: EntityManager, tenantId: TenantId, id: Id<'cnt'>): Promise<Contact | null> {
    return tx.findOne(Contact, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** The contact that has an e-mail address or telephone number. */
  async findIdByIndex(
    tx: EntityManager,
    tenantId: TenantId,
    kind: IdentifierKind,
    blindIndex: Buffer,
  ): Promise<Id<'cnt'> | null> {
    const found = await tx.findOneBy(ContactIdentifier, { tenantId, kind, blindIndex, isLive: true });
    return found?.contactId ?? null;
  }

  /** The identifiers of these contacts, of deleted ones, too. */
  async listIdentifiers(
    tx: EntityManager,
    tenantId: TenantId,
    contactIds: readonly string[],
  ): Promise<ContactIdentifier[]> {
    if (contactIds.length === 0) return [];
    return tx.findBy(ContactIdentifier, { tenantId, contactId: In([...contactIds]) });
  }

  /** Violates contact_identifier__value__uq if another live contact has one of the identifiers. */
  async insert(tx: EntityManager, contact: Contact, identifiers: readonly ContactIdentifier[]): Promise<void> {
    await tx.insert(Contact, { ...contact, filterKeys: filterKeysOf(contact) });
    await tx.insert(ContactIdentifier, [...identifiers]);
  }

  /** @param before the contact as the transaction has locked it */
  async update(tx: EntityManager, before: Contact, changes: Partial<Contact>): Promise<void> {
    const { tenantId, id } = before;
    const filterKeys = filterKeysAfter(before, changes);
    await tx.update(Contact, { tenantId, id }, { ...changes, ...(filterKeys && { filterKeys }) });
  }
}
