import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThan, MoreThan, Not } from 'typeorm';
import { v7 as newUuid7 } from 'uuid';
import {
  type ListOrder,
  listPositionPage,
  nextPosition,
  type Page,
  type PageRequest,
  returned,
  type TenantId,
  toPage,
} from '#libs/core/persistence';
import { ErasedAddresses } from './erased-addresses.js';
import { Suppression } from './suppression.entity.js';
import {
  ERASED,
  EVERYTHING,
  normalAddress,
  NOT_TRANSACTIONAL,
  storedForms,
  type SuppressionTopic,
} from './suppression.js';
import { byLockOrder, lockSuppressions, type SuppressionsOf } from './suppression-locks.js';
import {
  countSuppressions,
  SEARCHED,
  searchSuppressedMail,
  type SearchRange,
  searchSuppressions,
  type SuppressionFilter,
  WITHOUT_TOPIC,
} from './suppression.sql.js';

export type NewSuppression = Pick<Suppression, 'address' | 'reason' | 'source'> &
  Partial<Pick<Suppression, 'messageId' | 'sender' | 'topic'>>;

/** strengthened: an entry of the same sender and topic was there, for a reason that is lifted more easily. */
export type InsertOutcome = 'inserted' | 'strengthened' | 'kept';

/** Entry that was not as it is now. */
export interface WrittenSuppression {
  entry: Suppression;
  outcome: Exclude<InsertOutcome, 'kept'>;
}

const KEY = ['tenant_id', 'address', 'sender', 'topic'];

/*
 * A consent that is given again in the CRM lifts what its withdrawal did, and the recipient what it did itself. Neither lifts
 * what came meanwhile, and both leave a complaint.
 */
const strengthOf = (row: string): string =>
  `case when ${row}.reason = 'complaint' then 2 when ${row}.source = 'crm' then 0 else 1 end`;

const IS_STRONGER = `${strengthOf('excluded')} > ${strengthOf('suppression')}`;

@Injectable()
export class SuppressionRepository {
  constructor(private readonly erased: ErasedAddresses) {}

  /** Suppresses an address. Of an entry of the same sender and topic the stronger reason counts, of two equal ones the first. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    given: NewSuppression,
  ): Promise<{ entry: Suppression; outcome: InsertOutcome }> {
    const values = valuesOf(tenantId, given);
    const [written] = await write(tx, [values]);
    if (written) return written;
    const { address, sender, topic } = values;
    const entry = await tx.findOneBy(Suppression, { tenantId, address, sender, topic });
    // Deleted between the two statements: then this call inserts it.
    return entry ? { entry, outcome: 'kept' } : this.insert(tx, tenantId, given);
  }

  /** {@link insert} of several of one address in one statement; returns those that are not as they were. */
  async insertAll(
    tx: EntityManager,
    tenantId: TenantId,
    given: readonly NewSuppression[],
  ): Promise<WrittenSuppression[]> {
    if (given.length === 0) return [];
    const values = given.map((one) => valuesOf(tenantId, one));
    return write(tx, values.toSorted(byLockOrder));
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Suppression | null> {
    return tx.findOneBy(Suppression, { tenantId, id });
  }

  /** The entry of an address or of its erased person; of several the widest: that of all senders and topics comes first. */
  async findByAddress(tx: EntityManager, tenantId: TenantId, address: string): Promise<Suppression | null> {
    const where = { tenantId, address: In(this.erased.formsOf(tenantId, address)) };
    const found = await tx.find(Suppression, { where, order: { sender: 'ASC', topic: 'ASC' } });
    return found.find(({ reason }) => reason !== ERASED) ?? found[0] ?? null;
  }

  /** The entries of an address that is known as it is, of all senders and topics. */
  async listOfAddress(tx: EntityManager, tenantId: TenantId, address: string): Promise<Suppression[]> {
    return tx.findBy(Suppression, { tenantId, address: normalAddress(address), reason: Not(ERASED) });
  }

  /** The entries of e-mail addresses or of their erased people, by the address as it is given. */
  async listByAddress(
    tx: EntityManager,
    tenantId: TenantId,
    addresses: readonly string[],
  ): Promise<Map<string, Suppression[]>> {
    const forms = new Map(addresses.map((address) => [address, this.erased.formsOf(tenantId, address)]));
    const all = [...forms.values()].flat();
    const found = await tx.findBy(Suppression, { tenantId, address: In(all), sender: '' });
    return new Map([...forms].map(([address, own]) => [address, found.filter((entry) => own.includes(entry.address))]));
  }

  /** {@link listByAddress} of one address; no other transaction changes these entries until this one ends. */
  async lockByAddress(tx: EntityManager, tenantId: TenantId, address: string): Promise<Suppression[]> {
    return this.lockByAddresses(tx, tenantId, [address]);
  }

  /** {@link lockByAddress} of several addresses, for a transaction that changes entries of each, one after another. */
  async lockByAddresses(tx: EntityManager, tenantId: TenantId, addresses: readonly string[]): Promise<Suppression[]> {
    const forms = addresses.flatMap((address) => this.erased.formsOf(tenantId, address));
    return forms.length > 0 ? lockSuppressions(tx, { tenantId, address: In(forms), sender: '' }) : [];
  }

  /** Says whether an address gets no message without a topic, whatever its sender. */
  async holdsAddress(tx: EntityManager, tenantId: TenantId, address: string): Promise<boolean> {
    const where = { tenantId, address: In(this.erased.formsOf(tenantId, address)), sender: '' };
    return tx.existsBy(Suppression, { ...where, topic: In([...WITHOUT_TOPIC]) });
  }

  /** Returns false if another transaction deleted the entry first. An entry of another spelling of the number goes, too. */
  async delete(tx: EntityManager, { tenantId, address, sender, topic, id }: Suppression): Promise<boolean> {
    const forms = In([address, ...storedForms(address)]);
    const entries = await lockSuppressions(tx, { tenantId, address: forms, sender, topic });
    if (!entries.some((entry) => entry.id === id)) return false;
    await this.deleteLocked(tx, tenantId, entries);
    return true;
  }

  /** Deletes locked entries. */
  async deleteLocked(tx: EntityManager, tenantId: TenantId, entries: readonly Suppression[]): Promise<void> {
    if (entries.length > 0) await tx.delete(Suppression, { tenantId, id: In(entries.map(({ id }) => id)) });
  }

  /** Deletes the unsubscribes of an address from these topics, made by link, report or API. */
  async deleteUnwanted(
    tx: EntityManager,
    tenantId: TenantId,
    address: string,
    topics: readonly SuppressionTopic[],
  ): Promise<void> {
    const where = { tenantId, address: In(storedForms(address)), sender: '', topic: In([...topics]) };
    await this.deleteAll(tx, { ...where, reason: 'unsubscribe', source: In(['link', 'report', 'api']) });
  }

  /** Deletes the entries that a STOP made, and no others. */
  async deleteStopped(tx: EntityManager, tenantId: TenantId, address: string, sender: string): Promise<void> {
    const forms = In(this.erased.formsOf(tenantId, address));
    await this.deleteAll(tx, { tenantId, address: forms, sender, source: 'text' });
  }

  /** Deletes the entries that a consent withdrawn in the CRM made, and no others. */
  async deleteWithdrawn(tx: EntityManager, tenantId: TenantId, address: string): Promise<void> {
    await this.deleteAll(tx, { tenantId, address: In(storedForms(address)), sender: '', source: 'crm' });
  }

  /**
   * Leaves of what addresses of erased people are suppressed for a hash in their place: what they got before, they get, but for
   * what is not transactional.
   */
  async erase(tx: EntityManager, tenantId: TenantId, addresses: readonly string[]): Promise<void> {
    if (addresses.length === 0) return;
    const normal = [...new Set(addresses.map(normalAddress))];
    const known = await lockSuppressions(tx, { tenantId, address: In(normal.flatMap(storedForms)) });
    const hashed = normal.flatMap((address) => {
      const ofAddress = known.filter((entry) => normalAddress(entry.address) === address);
      const kept: NewSuppression[] = ofAddress.filter(isBeyondNotTransactional);
      const given = [...kept, { topic: NOT_TRANSACTIONAL, sender: '', source: 'crm' } as const];
      const hash = this.erased.hashOf(tenantId, address);
      return given.map(({ topic, sender, source }) =>
        valuesOf(tenantId, { address: hash, topic, sender, source, reason: ERASED }),
      );
    });
    const insert = tx.createQueryBuilder().insert().into(Suppression).values(hashed.toSorted(byLockOrder));
    await insert.orIgnore().updateEntity(false).execute();
    await this.deleteLocked(tx, tenantId, known);
  }

  /** Whether an erased person gets nothing at all, as after a bounce: then no mail may ask for a new consent either. */
  async holdsAllOfErased(tx: EntityManager, tenantId: TenantId, address: string): Promise<boolean> {
    const hashes = In(this.erased.hashesOf(tenantId, address));
    return tx.existsBy(Suppression, { tenantId, address: hashes, sender: '', topic: EVERYTHING });
  }

  /** Deletes the entries of an erased person whose address has consented anew. */
  async deleteErased(tx: EntityManager, tenantId: TenantId, address: string): Promise<void> {
    await this.deleteAll(tx, { tenantId, address: In(this.erased.hashesOf(tenantId, address)) });
  }

  /** Newest first, unless it is asked for otherwise. A search looks at a bounded number of entries: its page may be short or empty and have more behind it. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    filter: SuppressionFilter,
    page: PageRequest,
  ): Promise<Page<Suppression>> {
    if (Object.values(filter).every((wanted) => !wanted))
      return listPositionPage(tx.createQueryBuilder(Suppression, 'suppression').where({ tenantId }), page);
    if (page.counts) return { ...toPage([], 0), count: await countSuppressions(tx, tenantId, filter) };
    return this.searchPage(tx, tenantId, page, (range) => searchSuppressions(tx, tenantId, filter, range));
  }

  /** {@link listPage} of the addresses of e-mail that get no message without a topic, each once. */
  async listMailPage(
    tx: EntityManager,
    tenantId: TenantId,
    filter: SuppressionFilter,
    page: PageRequest,
  ): Promise<Page<Suppression>> {
    return this.searchPage(tx, tenantId, page, (range) => searchSuppressedMail(tx, tenantId, filter, range));
  }

  private async deleteAll(tx: EntityManager, where: SuppressionsOf): Promise<void> {
    await this.deleteLocked(tx, where.tenantId, await lockSuppressions(tx, where));
  }

  private async searchPage(
    tx: EntityManager,
    tenantId: TenantId,
    { limit, order, after, cursor }: PageRequest,
    search: (range: SearchRange) => Promise<Suppression[]>,
  ): Promise<Page<Suppression>> {
    const direction = order?.direction ?? 'desc';
    const start = order ? Number(after?.[0] ?? 0) : cursor;
    const rows = await search({ cursor: start, direction, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const end = last ?? (await this.lastSearched(tx, tenantId, start, direction));
    return { items, nextCursor: end?.position ?? 0, hasMore: end !== undefined };
  }

  /** The last entry that a search looks at; undefined if it looks at all. */
  private async lastSearched(
    tx: EntityManager,
    tenantId: TenantId,
    start: number | undefined,
    direction: ListOrder['direction'],
  ): Promise<Suppression | undefined> {
    const isBehind = direction === 'asc' ? MoreThan : LessThan;
    const [last] = await tx.find(Suppression, {
      where: { tenantId, ...(start ? { position: isBehind(start) } : {}) },
      order: { position: direction },
      skip: SEARCHED - 1,
      take: 1,
    });
    return last;
  }
}

/** Whether an entry may hold back what one for all that is not transactional does not. */
const isBeyondNotTransactional = ({ topic }: Suppression): boolean => topic === EVERYTHING || topic.startsWith('top_');

type Values = NewSuppression & Pick<Suppression, 'tenantId' | 'id' | 'position' | 'sender' | 'topic'>;

const valuesOf = (tenantId: TenantId, given: NewSuppression): Values => ({
  sender: '',
  topic: EVERYTHING,
  ...given,
  tenantId,
  // A hash has letters of both cases.
  address: given.reason === ERASED ? given.address : normalAddress(given.address),
  id: newUuid7(),
  position: nextPosition(),
});

async function write(tx: EntityManager, values: Values[]): Promise<WrittenSuppression[]> {
  const insert = tx
    .createQueryBuilder()
    .insert()
    .into(Suppression)
    .values(values)
    .updateEntity(false)
    .orUpdate(['reason', 'source', 'message_id'], KEY, { overwriteCondition: { where: IS_STRONGER } });
  const written = returned(tx, Suppression, await insert.returning('*').execute());
  const ids = new Set(values.map(({ id }) => id));
  return written.map((entry) => ({ entry, outcome: ids.has(entry.id) ? 'inserted' : 'strengthened' }));
}
