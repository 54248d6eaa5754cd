import { Injectable } from '@nestjs/common';
import { type EntityManager, type EntityTarget, In, MoreThan } from 'typeorm';
import type { DataKey } from '#libs/core/secrets';
import { ConsentChange } from '../consent/consent-change.entity.js';
import { resealConsent } from '../consent/consents.js';
import type { Contact } from '../contacts/contact.entity.js';
import { LeadReceipt } from '../leads/lead-receipt.entity.js';
import { Activity } from '../timeline/activity.entity.js';
import { reassignActivity } from '../timeline/reseal-activity.js';
import { historyTooLong } from './merge-problems.js';

/** Entries of a timeline, consents and leads of a contact that can be merged: all are sealed again at once. */
const HISTORY_MAX = 10_000;
const BATCH = 500;
const KEY = ['tenantId', 'contactId', 'id'];

export interface Keyed {
  contact: Contact;
  key: DataKey;
}

type Entry = Activity | ConsentChange;
type Reseal<T extends Entry> = (entry: T, from: DataKey, contactId: Contact['id'], to: DataKey) => T;

/** Copies what happened to one contact to another, each time under the key of the one that gets it. */
@Injectable()
export class MergeHistory {
  /** @throws Problem Unprocessable */
  async requireSize(tx: EntityManager, { tenantId, id: contactId }: Contact): Promise<void> {
    const where = { tenantId, contactId };
    const counts = [
      await tx.countBy(Activity, where),
      await tx.countBy(ConsentChange, where),
      await tx.countBy(LeadReceipt, where),
    ];
    if (counts.reduce((sum, count) => sum + count) > HISTORY_MAX) throw historyTooLong(HISTORY_MAX);
  }

  /** Gives the kept contact the timeline and the consents of the other, which keeps its own for an undo. */
  async copy(tx: EntityManager, other: Keyed, kept: Keyed): Promise<void> {
    await copyAll(tx, Activity, reassignActivity, other, kept);
    await copyAll(tx, ConsentChange, resealConsent, other, kept);
  }

  /** Takes them from the kept contact. What was changed in them since returns with them. */
  async takeBack(tx: EntityManager, kept: Keyed, other: Keyed): Promise<void> {
    await takeAllBack(tx, Activity, reassignActivity, kept, other);
    await takeAllBack(tx, ConsentChange, resealConsent, kept, other);
  }
}

async function copyAll<T extends Entry>(
  tx: EntityManager,
  table: EntityTarget<T>,
  reseal: Reseal<T>,
  from: Keyed,
  to: Keyed,
): Promise<void> {
  for await (const entries of batchesOf(tx, table, from.contact))
    await insert(
      tx,
      table,
      entries.map((entry) => reseal(entry, from.key, to.contact.id, to.key)),
    );
}

async function takeAllBack<T extends Entry>(
  tx: EntityManager,
  table: EntityTarget<T>,
  reseal: Reseal<T>,
  from: Keyed,
  to: Keyed,
): Promise<void> {
  const { tenantId, id: contactId } = from.contact;
  for await (const entries of batchesOf(tx, table, to.contact)) {
    const where = { tenantId, contactId, id: In(entries.map(({ id }) => id)) } as object;
    const copies = await tx.findBy(table, where);
    await insert(
      tx,
      table,
      copies.map((entry) => reseal(entry, from.key, to.contact.id, to.key)),
    );
    await tx.delete(table, where);
  }
}

/** Reads entries in the order of their ids, so that a batch that is written does not move the next. */
async function* batchesOf<T extends Entry>(
  tx: EntityManager,
  table: EntityTarget<T>,
  { tenantId, id: contactId }: Contact,
): AsyncGenerator<T[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const where = { tenantId, contactId, id: MoreThan(after) } as object;
    const entries = await tx.find(table, { where, order: { id: 'ASC' } as object, take: BATCH });
    if (entries.length > 0) yield entries;
    if (entries.length < BATCH) return;
    after = entries.at(-1)!.id;
  }
}

async function insert<T extends Entry>(tx: EntityManager, table: EntityTarget<T>, entries: T[]): Promise<void> {
  if (entries.length > 0) await tx.upsert(table, entries as object[] as never, KEY);
}
