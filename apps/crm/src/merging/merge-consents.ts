import { Injectable } from '@nestjs/common';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { CONSENT_CHANNELS, type ConsentChannel, NO_EVIDENCE } from '../consent/consent.js';
import { ConsentChange } from '../consent/consent-change.entity.js';
import { Consents, toConsentChange } from '../consent/consents.js';
import type { ContactMerge } from '../contacts/contact-merge.entity.js';
import type { MergingContact } from './merge-contacts.js';

type Known = ReadonlyMap<ConsentChannel, boolean>;

type Addresses = Pick<MergingContact, 'emails' | 'phones'>;

/** Answers of both contacts from before a merge. */
export interface ConsentsBefore {
  kept: Known;
  other: Known;
}

/** Settles the consents of a contact after a merge, and after its undo: never more is allowed than the person did. */
@Injectable()
export class MergeConsents {
  constructor(private readonly consents: Consents) {}

  async before(tx: EntityManager, kept: MergingContact, other: MergingContact): Promise<ConsentsBefore> {
    return { kept: await this.knownOf(tx, kept), other: await this.knownOf(tx, other) };
  }

  /** Lets the stricter answer count, after the history was copied. Returns the ids of the changes that it added. */
  async tighten(
    tx: EntityManager,
    authorId: string,
    kept: MergingContact,
    other: MergingContact,
    before: ConsentsBefore,
  ): Promise<string[]> {
    const now = await this.knownOf(tx, kept);
    const withdrawn = CONSENT_CHANNELS.filter(
      (channel) => now.get(channel) && (before.kept.get(channel) === false || before.other.get(channel) === false),
    );
    const ids = await withdraw(tx, kept, authorId, 'mesclagem', withdrawn);
    await this.consents.sendNotices(tx, kept, before.kept);
    await this.consents.sendNotices(tx, { ...kept, emails: other.emails, phones: other.phones }, before.other);
    return ids;
  }

  /** The answers that the kept contact has given since the merge. */
  async since(
    tx: EntityManager,
    { contact }: MergingContact,
    merge: ContactMerge,
    added: readonly string[],
  ): Promise<Known> {
    const { tenantId, id: contactId } = contact;
    const where = { tenantId, contactId, id: MoreThan(merge.id), isVoid: false };
    const changes = await tx.find(ConsentChange, { where, order: { id: 'ASC' } });
    const given = changes.filter(({ id }) => !added.includes(id));
    return new Map(given.map(({ channel, granted }) => [channel, granted]));
  }

  /**
   * After the history was taken back. A withdrawal since the merge was one of both contacts.
   * @param held the addresses of the kept contact before the undo
   */
  async separate(
    tx: EntityManager,
    authorId: string,
    kept: MergingContact,
    other: MergingContact,
    { before, since, added, held }: { before: Known; since: Known; added: readonly string[]; held: Addresses },
  ): Promise<void> {
    const { tenantId, id: contactId } = kept.contact;
    if (added.length > 0) await tx.delete(ConsentChange, { tenantId, contactId, id: In([...added]) });
    const now = await this.knownOf(tx, other);
    const withdrawn = CONSENT_CHANNELS.filter((channel) => since.get(channel) === false && now.get(channel) !== false);
    await withdraw(tx, other, authorId, 'mesclagem desfeita', withdrawn);
    await this.consents.sendNotices(tx, kept, before);
    const { emails, phones } = other;
    const heldOnes = { emails: emails.filter(isIn(held.emails)), phones: phones.filter(isIn(held.phones)) };
    await this.consents.sendNotices(tx, { ...other, ...heldOnes }, before);
    // An address that the kept contact lost since the merge was released then.
    const lostOnes = { emails: emails.filter(isNotIn(held.emails)), phones: phones.filter(isNotIn(held.phones)) };
    await this.consents.sendNotices(tx, { ...other, ...lostOnes }, new Map());
  }

  async knownOf(tx: EntityManager, { contact }: MergingContact): Promise<Known> {
    return this.consents.knownOf(tx, contact.tenantId, contact.id);
  }
}

const isIn = (list: readonly string[]) => (one: string) => list.includes(one);
const isNotIn = (list: readonly string[]) => (one: string) => !list.includes(one);

async function withdraw(
  tx: EntityManager,
  { contact: { tenantId, id }, key }: MergingContact,
  authorId: string,
  method: string,
  channels: readonly ConsentChannel[],
): Promise<string[]> {
  if (channels.length === 0) return [];
  const evidence = { ...NO_EVIDENCE, method };
  const changes = channels.map((channel) =>
    toConsentChange(tenantId, id, key, { channel, granted: false, authorId, leadId: null, evidence }),
  );
  await tx.insert(ConsentChange, changes);
  return changes.map((change) => change.id);
}
