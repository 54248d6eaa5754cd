import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not, type EntityManager } from 'typeorm';
import { type Id, rowsByKeys, type TenantId } from '#libs/core/persistence';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { identifierTaken } from './contact-problems.js';
import { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { Contact } from './contact.entity.js';
import { filterKeysAfter, filterKeysOf } from './filter-keys/filter-keys.js';
import { findIdentifiers } from '../identifiers/identifier-look-up.sql.js';
import type { IdentifierKind } from '../identifiers/identifiers.js';

const CONTACTS = rowsByKeys('contact', { id: 'cast(:ids as text[])' }, { tenant: ':tenantId' });
const OF_CONTACTS = { contact_id: 'cast(:contactIds as text[])' };
const IDENTIFIERS = rowsByKeys('contact_identifier', OF_CONTACTS, { tenant: ':tenantId', as: 'identifier' });

/** Contacts of a tenant, but for the deleted ones. */
@Injectable()
export class ContactRepository {
  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Contact | null> {
    return tx.findOneBy(Contact, { tenantId, id: id as Id<'cnt'>, deletedAt: IsNull() });
  }

  async findMany(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Contact[]> {
    return (await this.findManyWithDeleted(tx, tenantId, ids)).filter(({ deletedAt }) => deletedAt === null);
  }

  async findManyWithDeleted(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Contact[]> {
    if (ids.length === 0) return [];
    return tx.createQueryBuilder(Contact, 'contact').where(CONTACTS, { tenantId, ids }).getMany();
  }

  /** The next ids, in their order, of deleted ones, too; an empty `after` begins. */
  async listIdsAfter(tx: EntityManager, tenantId: TenantId, after: string, limit: number): Promise<Id<'cnt'>[]> {
    const where = { tenantId, ...(after !== '' && { id: MoreThan(after as Id<'cnt'>) }) };
    const found = await tx.find(Contact, { select: { id: true }, where, order: { id: 'asc' }, take: limit });
    return found.map(({ id }) => id);
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

  /** The contact that has an e-mail address or telephone number. @param indexes its `indexesOf`; the first that is found counts */
  async findIdByIndex(
    tx: EntityManager,
    tenantId: TenantId,
    kind: IdentifierKind,
    indexes: readonly Buffer[],
  ): Promise<Id<'cnt'> | null> {
    const asked = indexes.map((blindIndex) => ({ kind, blindIndex }));
    const found = await findIdentifiers(tx, tenantId, asked);
    const owners = indexes.map((index) => found.find(({ blindIndex }) => blindIndex.equals(index))?.contactId);
    return owners.find((owner) => owner !== undefined) ?? null;
  }

  /**
   * Asks for a number that another contact has from before its two spellings were one. The unique index does not know it.
   * @throws Problem AlreadyExists
   */
  async requireFormerFree(
    tx: EntityManager,
    cipher: TenantCipher,
    { tenantId, id }: Contact,
    kind: IdentifierKind,
    value: string,
  ): Promise<void> {
    const former = cipher.formerIndexOf(kind, value);
    const owner = former && (await this.findIdByIndex(tx, tenantId, kind, [former]));
    if (owner && owner !== id) throw identifierTaken();
  }

  /** The identifiers of these contacts, of deleted ones, too. */
  async listIdentifiers(
    tx: EntityManager,
    tenantId: TenantId,
    contactIds: readonly string[],
  ): Promise<ContactIdentifier[]> {
    if (contactIds.length === 0) return [];
    return tx
      .createQueryBuilder(ContactIdentifier, 'identifier')
      .where(IDENTIFIERS, { tenantId, contactIds })
      .getMany();
  }

  /**
   * All identifiers of the live contacts that have one of these e-mail addresses. A look-up for each reads one row of the index;
   * inside it only row-level security names the tenant, as in `findIdentifiers`.
   */
  async listIdentifiersOfEmails(
    tx: EntityManager,
    tenantId: TenantId,
    indexes: readonly Buffer[],
  ): Promise<ContactIdentifier[]> {
    if (indexes.length === 0) return [];
    return tx
      .createQueryBuilder(ContactIdentifier, 'identifier')
      .where('identifier.tenantId = :tenantId', { tenantId })
      .andWhere(
        `identifier.contactId in (
           select found.contact_id from unnest(cast(:indexes as bytea[])) as asked (blind_index) cross join lateral (
             select tenant_id, contact_id from contact_identifier
             where kind = 'email' and blind_index = asked.blind_index and is_live limit 1
           ) as found where found.tenant_id = :tenantId)`,
        { indexes },
      )
      .getMany();
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
