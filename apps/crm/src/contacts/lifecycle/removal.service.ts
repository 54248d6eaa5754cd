import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../../audit-trail.js';
import { AddressConsents } from '../../consent/address-consents.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { ContactMerge } from '../contact-merge.entity.js';
import { Timeline } from '../../timeline/timeline.js';
import type { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import { causedBy, setChangeCause } from '../../contact-changes/change-cause.js';
import { ContactEvents } from '../../contact-events/contact-events.js';
import { conflictOf, isMerged } from '../contact-problems.js';
import { type ContactRecord, openContact } from '../contact-record.js';
import { ContactRepository } from '../contact.repository.js';
import { ContactsService } from '../contacts.service.js';
import type { IdentifierChange } from '../identifier-changes/identifier-changes.js';
import { IdentifierRepository } from '../identifier-changes/identifier.repository.js';

/** Purpose of the seal of the reason for a deletion. */
export const DELETE_REASON = 'delete-reason';

/** Deletes contacts, and restores them. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly database: Database,
    private readonly service: ContactsService,
    private readonly contacts: ContactRepository,
    private readonly identifiers: IdentifierRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
    private readonly events: ContactEvents,
    private readonly addresses: AddressConsents,
  ) {}

  /**
   * Deletes a contact, which operators can restore. Its identifiers are free for others.
   * @throws Problem NotFound; ServiceUnavailable if the audit log takes no entry: then nothing is deleted
   */
  async delete(tenantId: TenantId, authorId: string, id: string, reason: string | null): Promise<void> {
    const cipher = await this.keys.cipherOf(tenantId);
    await this.database.tenant(tenantId, async (tx) => {
      const contact = await this.service.lockForUpdate(tx, tenantId, id);
      const { key } = openContact(cipher, contact, []);
      const now = new Date();
      const deleteReason = reason && key ? key.seal(DELETE_REASON, reason) : null;
      await this.contacts.update(tx, contact, {
        deletedAt: now,
        deletedBy: authorId,
        deleteReason,
        updatedAt: now,
        lastActivityAt: now,
      });
      await this.identifiers.setLive(tx, tenantId, contact.id, false);
      await this.timeline.record(tx, contact, key, { type: 'contact-deleted', authorId, data: { reason } });
      await this.events.changed(tx, tenantId, [{ kind: 'deleted', contactId: contact.id, fields: [] }]);
      await recordTrail(tx, { action: 'contact.deleted', object: { type: 'contact', id }, tenantId });
    });
  }

  /**
   * Restores a deleted contact.
   * @throws Problem NotFound; AlreadyExists if another contact has one of its identifiers; Conflict for a merged one;
   * ServiceUnavailable
   */
  async restore(tenantId: TenantId, authorId: string, id: string): Promise<ContactRecord> {
    if (!isId('cnt', id)) throw new Problem('NotFound');
    const cipher = await this.keys.cipherOf(tenantId);
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const contact = await this.contacts.lockDeleted(tx, tenantId, id);
        if (!contact) throw new Problem('NotFound');
        // It is where it was before: segments follow, and no journey begins.
        await setChangeCause(tx, causedBy('other', false));
        const merges = { tenantId, mergedContactId: contact.id, undoneAt: IsNull() };
        if (await tx.existsBy(ContactMerge, merges)) throw isMerged();
        const stored = await this.contacts.listIdentifiers(tx, tenantId, [id]);
        const record = openContact(cipher, contact, stored);
        const now = new Date();
        const changes = {
          deletedAt: null,
          deletedBy: null,
          deleteReason: null,
          updatedAt: now,
          lastActivityAt: now,
        };
        await this.contacts.update(tx, contact, changes);
        await this.identifiers.apply(tx, tenantId, reindexed(cipher, record, stored));
        await this.identifiers.setLive(tx, tenantId, contact.id, true);
        await this.timeline.record(tx, contact, record.key, { type: 'contact-restored', authorId });
        await this.events.changed(tx, tenantId, [{ kind: 'created', contactId: contact.id, fields: [] }]);
        // Another contact may have had an address meanwhile, and have allowed messages to it.
        const moved = { contactId: contact.id, before: [], after: record.identifiers };
        await this.addresses.follow(tx, cipher, tenantId, [moved]);
        await recordTrail(tx, { action: 'contact.restored', object: { type: 'contact', id }, tenantId });
        return { ...record, contact: { ...contact, ...changes } };
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }
}

/** Numbers from before their two spellings were one, so that the unique index knows whether another contact has them. */
function reindexed(
  cipher: TenantCipher,
  { identifiers }: ContactRecord,
  stored: readonly ContactIdentifier[],
): IdentifierChange {
  const updated = identifiers.flatMap(({ id, kind, value }) => {
    const blindIndex = cipher.indexOf(kind, value);
    const isIndexed = stored.some((one) => one.blindIndex.equals(blindIndex));
    return isIndexed ? [] : stored.filter((one) => one.id === id).map((one) => ({ ...one, blindIndex }));
  });
  return { deleted: [], updated, inserted: [] };
}
