import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { conflictOf } from '../contacts/contact-problems.js';
import { subtractDaysOf } from '../event-days/event-days.sql.js';
import type { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { IdentifierRepository } from '../contacts/identifier-changes/identifier.repository.js';
import { IDENTIFIER_FIELDS, IDENTIFIER_KINDS } from '../identifiers/identifiers.js';
import { reopenSuggestion } from '../duplicates/suggestion-of-pair.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Timeline } from '../timeline/timeline.js';
import { ContactMerge } from '../contacts/contact-merge.entity.js';
import { MergeConsents } from './merge-consents.js';
import { identifiersWithout, lockBoth, type MergingContact, openMerging } from './merge-contacts.js';
import { MergeHistory } from './merge-history.js';
import { MergeLinks } from './merge-links.js';
import { changedNames, revertRow } from './merge-plan.js';
import { alreadyUndone, noIdentifierLeft, notUndoable, undoExpired } from './merge-problems.js';
import { openUndo, revertDeed, type UndoData } from './undo-data.js';

/** Finds merges, and takes them back. */
@Injectable()
export class MergeUndoService {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly identifiers: IdentifierRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
    private readonly events: ContactEvents,
    private readonly history: MergeHistory,
    private readonly consents: MergeConsents,
    private readonly links: MergeLinks,
  ) {}

  async find(tenantId: TenantId, id: string): Promise<ContactMerge | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => tx.findOneBy(ContactMerge, { tenantId, id }));
  }

  /**
   * Restores both contacts. What the kept one got since stays with it.
   * @throws Problem NotFound; Conflict if it was undone, expired, or a contact is gone; AlreadyExists if an identifier is taken
   */
  async undo(tenantId: TenantId, userId: string, id: string): Promise<ContactMerge> {
    const cipher = await this.keys.cipherOf(tenantId);
    const known = await this.find(tenantId, id);
    if (!known) throw new Problem('NotFound');
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        // The contacts first, as everywhere: two transactions must not wait for each other.
        const opened = await this.lock(tx, cipher, known);
        const where = { tenantId, id: known.id };
        const merge = await tx.findOneOrFail(ContactMerge, { where, lock: { mode: 'pessimistic_write' } });
        if (merge.undoneAt) throw alreadyUndone();
        if (merge.expiredAt || merge.expiresAt.getTime() <= Date.now()) throw undoExpired();
        if (!opened || !merge.undo) throw notUndoable();
        await this.separate(tx, cipher, userId, merge, openUndo(opened.kept.key, merge.undo), opened);
        const changes = { undo: null, undoneAt: new Date(), undoneBy: userId };
        await tx.update(ContactMerge, where, changes);
        return { ...merge, ...changes };
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  private async lock(tx: EntityManager, cipher: TenantCipher, merge: ContactMerge) {
    const ids = [merge.keptContactId, merge.mergedContactId] as const;
    const [keptRow, otherRow] = await lockBoth(this.contacts, tx, merge.tenantId, ids);
    if (!keptRow || keptRow.deletedAt || !otherRow?.deletedAt) return null;
    const kept = await openMerging(this.contacts, tx, cipher, keptRow);
    const other = await openMerging(this.contacts, tx, cipher, otherRow);
    return kept && other && { kept, other };
  }

  private async separate(
    tx: EntityManager,
    cipher: TenantCipher,
    userId: string,
    merge: ContactMerge,
    undo: UndoData,
    opened: { kept: MergingContact; other: MergingContact },
  ): Promise<void> {
    const { tenantId } = merge;
    await setChangeCause(tx, causedBy('merge', false));
    const remaining = await this.separateIdentifiers(tx, opened);
    const { contact: keptRow } = opened.kept;
    const { contact: otherRow } = opened.other;

    const before = await this.consents.knownOf(tx, opened.kept);
    const since = await this.consents.since(tx, opened.kept, merge, undo.consentIds);
    await this.history.takeBack(tx, opened.kept, opened.other);
    await subtractDaysOf(tx, tenantId, keptRow.id, otherRow.id);
    const kept = { ...opened.kept, ...withKey(openContact(cipher, keptRow, remaining), opened.kept) };
    await this.consents.separate(tx, userId, kept, opened.other, {
      before,
      since,
      added: undo.consentIds,
      held: opened.kept,
    });
    await this.links.removeCompanies(tx, keptRow, undo.links);
    await this.links.returnLeads(tx, keptRow, otherRow, undo.leads);
    if (undo.suggestionId) await reopenSuggestion(tx, tenantId, undo.suggestionId);

    const now = new Date();
    const told = { updatedAt: now, lastActivityAt: now };
    await this.contacts.update(tx, keptRow, { ...revertRow(keptRow, undo), ...revertDeed(keptRow, undo), ...told });
    await this.contacts.update(tx, otherRow, { deletedAt: null, deletedBy: null, ...told });
    await this.announce(tx, userId, merge, undo, opened);
    await recordTrail(tx, {
      action: 'contact.merge-undone',
      object: { type: 'contact', id: keptRow.id },
      tenantId,
      after: { mergeId: merge.id, mergedContactId: otherRow.id },
    });
  }

  /** Returns those that the kept contact still has. Violates contact_identifier__value__uq if another contact has one. */
  private async separateIdentifiers(
    tx: EntityManager,
    { kept, other }: { kept: MergingContact; other: MergingContact },
  ): Promise<ContactIdentifier[]> {
    const { tenantId, id } = other.contact;
    const { change, remaining } = identifiersWithout(kept.stored, other.stored);
    if (remaining.length === 0) throw noIdentifierLeft();
    await this.identifiers.apply(tx, tenantId, change);
    await this.identifiers.setLive(tx, tenantId, id, true);
    return remaining;
  }

  private async announce(
    tx: EntityManager,
    authorId: string,
    { tenantId, id, keptContactId, mergedContactId }: ContactMerge,
    undo: UndoData,
    { kept, other }: { kept: MergingContact; other: MergingContact },
  ): Promise<void> {
    for (const [one, contactId] of [
      [kept, mergedContactId],
      [other, keptContactId],
    ] as const) {
      const data = { contactId, mergeId: id, undone: true };
      await this.timeline.record(tx, one.contact, one.key, { type: 'merged', authorId, data });
    }
    const kinds = IDENTIFIER_KINDS.filter((kind) => other.stored.some((one) => one.kind === kind));
    const fields = [...kinds.map((kind) => IDENTIFIER_FIELDS[kind]), ...changedNames(undo)];
    await this.events.changed(tx, tenantId, [
      { kind: 'updated', contactId: keptContactId, fields },
      { kind: 'created', contactId: mergedContactId, fields: [] },
    ]);
  }
}

const withKey = (record: ReturnType<typeof openContact>, { key }: MergingContact) => ({ ...record, key });
