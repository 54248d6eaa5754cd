import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { v7 } from 'uuid';
import { Problem } from '#libs/core/http';
import { Database, type Id, isId, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { CompanyRepository } from '../companies/company.repository.js';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { tooManyIdentifiers } from '../contacts/contact-problems.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { TAGS_MAX } from '../contacts/dto/create-contact.request.js';
import { TwinSearch } from '../contacts/twin-search.js';
import { IdentifierRepository } from '../contacts/identifier-changes/identifier.repository.js';
import { IDENTIFIER_FIELDS, IDENTIFIER_KINDS, MAX_IDENTIFIERS } from '../identifiers/identifiers.js';
import { addDaysOf } from '../event-days/event-days.sql.js';
import { copyChangesOf } from '../message-reports/message-report.sql.js';
import { ErasureRequest } from '../erasure-requests/erasure-request.entity.js';
import { acceptSuggestionOf } from '../duplicates/suggestion-of-pair.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Timeline } from '../timeline/timeline.js';
import { ContactMerge } from '../contacts/contact-merge.entity.js';
import { MergeConsents } from './merge-consents.js';
import { identifiersFor, lockBoth, type MergingContact, openMerging } from './merge-contacts.js';
import { MergeHistory } from './merge-history.js';
import { MergeLinks } from './merge-links.js';
import { applyRow, changedNames, planRow, type RowChanges } from './merge-plan.js';
import { erasureIsPending, mergeOfAnonymized, mergeOfItself, otherNotFound, tooManyTags } from './merge-problems.js';
import { planDeed, sealUndo } from './undo-data.js';

const UNDO_MS = 30 * 86_400_000;

/** Merges contacts that are one person. */
@Injectable()
export class MergeService {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly identifiers: IdentifierRepository,
    private readonly companies: CompanyRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
    private readonly events: ContactEvents,
    private readonly history: MergeHistory,
    private readonly consents: MergeConsents,
    private readonly links: MergeLinks,
    private readonly twins: TwinSearch,
  ) {}

  /**
   * Merges the other contact into the kept one, and deletes it.
   * @throws Problem NotFound; Conflict for one contact, an anonymized one, or one whose erasure is asked for; Unprocessable
   * at a limit
   */
  async merge(tenantId: TenantId, authorId: string, keptId: string, otherId: string): Promise<ContactMerge> {
    if (!isId('cnt', keptId)) throw new Problem('NotFound');
    if (!isId('cnt', otherId)) throw otherNotFound();
    if (keptId === otherId) throw mergeOfItself();
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const [kept, other] = await this.lock(tx, cipher, tenantId, [keptId, otherId]);
      return this.mergeLocked(tx, cipher, authorId, kept, other);
    });
  }

  private async lock(
    tx: EntityManager,
    cipher: TenantCipher,
    tenantId: TenantId,
    ids: [Id<'cnt'>, Id<'cnt'>],
  ): Promise<[MergingContact, MergingContact]> {
    const [kept, other] = await lockBoth(this.contacts, tx, tenantId, ids);
    if (!kept || kept.deletedAt) throw new Problem('NotFound');
    if (!other || other.deletedAt) throw otherNotFound();
    const opened = [
      await openMerging(this.contacts, tx, cipher, kept),
      await openMerging(this.contacts, tx, cipher, other),
    ] as const;
    if (!opened[0] || !opened[1]) throw mergeOfAnonymized();
    if (await tx.existsBy(ErasureRequest, { tenantId, contactId: In(ids), status: 'pending' }))
      throw erasureIsPending();
    return [opened[0], opened[1]];
  }

  private async mergeLocked(
    tx: EntityManager,
    cipher: TenantCipher,
    authorId: string,
    kept: MergingContact,
    other: MergingContact,
  ): Promise<ContactMerge> {
    const { tenantId, id: keptContactId } = kept.contact;
    const id = v7();
    const takesEmail = kept.emails.length === 0;
    const row = planRow(kept.contact, await this.withoutLostCompany(tx, other.contact), takesEmail);
    requireLimits(kept, other, row);
    await this.history.requireSize(tx, other.contact);

    await setChangeCause(tx, causedBy('merge'));
    const before = await this.consents.before(tx, kept, other);
    await this.history.copy(tx, other, kept);
    await addDaysOf(tx, tenantId, keptContactId, other.contact.id);
    await copyChangesOf(tx, tenantId, keptContactId, other.contact.id);
    const consentIds = await this.consents.tighten(tx, authorId, kept, other, before);
    await this.identifiers.setLive(tx, tenantId, other.contact.id, false);
    await tx.insert(ContactIdentifier, identifiersFor(cipher, kept, other));

    const now = new Date();
    const { lastPersonActivityAt, lastDeed } = planDeed(kept.contact, other.contact);
    const columns = {
      ...applyRow(kept.contact, row),
      lastPersonActivityAt,
      updatedAt: now,
      lastActivityAt: now,
    };
    const after: Contact = { ...kept.contact, ...columns };
    await this.contacts.update(tx, kept.contact, columns);
    await this.contacts.update(tx, other.contact, { deletedAt: now, deletedBy: authorId, updatedAt: now });
    const links = await this.links.copyCompanies(tx, after, other.contact);
    const leads = await this.links.moveLeads(tx, kept.contact, other.contact, takesEmail);
    const suggestionId = await acceptSuggestionOf(tx, tenantId, [keptContactId, other.contact.id], authorId);

    const merge: ContactMerge = {
      tenantId,
      id,
      keptContactId,
      mergedContactId: other.contact.id,
      authorId,
      undo: sealUndo(kept.key, { ...row, links, leads, consentIds, suggestionId, lastDeed }),
      createdAt: now,
      expiresAt: new Date(now.getTime() + UNDO_MS),
      expiredAt: null,
      undoneAt: null,
      undoneBy: null,
    };
    await tx.insert(ContactMerge, merge);
    await this.announce(tx, kept, other, merge, row);
    await this.twins.enqueue(tx, tenantId, [keptContactId]);
    return merge;
  }

  /** A company that is deleted at this moment is not taken over. */
  private async withoutLostCompany(tx: EntityManager, other: Contact): Promise<Contact> {
    if (!other.companyId || (await this.companies.lockForShare(tx, other.tenantId, other.companyId))) return other;
    return { ...other, companyId: null };
  }

  private async announce(
    tx: EntityManager,
    kept: MergingContact,
    other: MergingContact,
    { tenantId, id, keptContactId, mergedContactId, authorId }: ContactMerge,
    row: RowChanges,
  ): Promise<void> {
    const data = { contactId: mergedContactId, mergeId: id };
    await this.timeline.record(tx, kept.contact, kept.key, { type: 'merged', authorId, data });
    if (row.filled.stage) {
      const stages = { from: row.filled.stage.before, to: row.filled.stage.after };
      await this.timeline.record(tx, kept.contact, kept.key, { type: 'stage-changed', authorId, data: stages });
    }
    const kinds = IDENTIFIER_KINDS.filter((kind) => other.stored.some((one) => one.kind === kind));
    const fields = [...kinds.map((kind) => IDENTIFIER_FIELDS[kind]), ...changedNames(row)];
    if (row.filled.lifecycle) await this.events.promoted(tx, tenantId, keptContactId);
    await this.events.changed(tx, tenantId, [
      { kind: 'updated', contactId: keptContactId, fields },
      { kind: 'deleted', contactId: mergedContactId, fields: [] },
    ]);
    await recordTrail(tx, {
      action: 'contact.merged',
      object: { type: 'contact', id: keptContactId },
      tenantId,
      after: { mergeId: id, mergedContactId, fields },
    });
  }
}

function requireLimits(kept: MergingContact, other: MergingContact, { tags }: RowChanges): void {
  const all = [...kept.stored, ...other.stored];
  for (const kind of IDENTIFIER_KINDS)
    if (all.filter((one) => one.kind === kind).length > MAX_IDENTIFIERS) throw tooManyIdentifiers(MAX_IDENTIFIERS);
  if (kept.contact.tags.length + tags.length > TAGS_MAX) throw tooManyTags(TAGS_MAX);
}
