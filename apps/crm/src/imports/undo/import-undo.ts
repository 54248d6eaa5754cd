import { type EntityManager, In, Not } from 'typeorm';
import type { ContactChange } from '#libs/core/app-events';
import type { AddressChange } from '../../consent/address-consents.js';
import { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import { insertActivities, updateContacts } from '../../contacts/contact-rows.sql.js';
import { Contact } from '../../contacts/contact.entity.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import type { Activity } from '../../timeline/activity.entity.js';
import { type NewActivity, toActivity } from '../../timeline/timeline.js';
import type { ContactImportChange } from './contact-import-change.entity.js';
import type { ContactImport } from '../contact-import.entity.js';
import { changedFields, openPrevious } from './import-previous.js';
import { findLastActivities } from './import-undo.sql.js';
import type { RowNote } from '../rows/import-row.js';

/** Takes contacts back to what they were before an import, but for those that changed since. */
export class UndoBatch {
  readonly #at = new Date();
  readonly #errors: RowNote[] = [];
  readonly #activities: Activity[] = [];
  readonly #told: ContactChange[] = [];
  readonly #moved: AddressChange[] = [];
  #undone = 0;

  constructor(
    private readonly contactImport: ContactImport,
    private readonly userId: string,
    private readonly cipher: TenantCipher,
  ) {}

  async apply(
    tx: EntityManager,
    changes: readonly ContactImportChange[],
  ): Promise<{ undone: number; errors: RowNote[]; told: ContactChange[]; moved: AddressChange[] }> {
    const { tenantId } = this.contactImport;
    const ids = changes.map(({ contactId }) => contactId);
    const contacts = await tx.find(Contact, {
      where: { tenantId, id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const byId = new Map(contacts.map((contact) => [contact.id, contact]));
    const lastAt = await findLastActivities(tx, tenantId, ids);
    const deleted: Contact[] = [];
    const restored: Contact[] = [];
    for (const change of changes) {
      const contact = byId.get(change.contactId);
      const isGone = !contact?.dataKey || contact.deletedAt !== null;
      if (isGone && change.isNew) this.#undone += 1;
      else if (isGone) this.fail(change, 'foi apagado depois da importação');
      else if (isTouched(change, contact, lastAt.get(contact.id))) this.fail(change, 'mudou depois da importação');
      else if (change.isNew) deleted.push(contact);
      else {
        await this.restore(tx, contact, change);
        restored.push(contact);
      }
    }
    await this.delete(tx, deleted);
    await updateContacts(tx, restored);
    await insertActivities(tx, this.#activities);
    return { undone: this.#undone, errors: this.#errors, told: this.#told, moved: this.#moved };
  }

  private fail({ rowNumber, contactId }: ContactImportChange, what: string): void {
    const message = `O contato ${contactId} ${what} e ficou como está.`;
    this.#errors.push({ rowNumber, columnName: null, message });
  }

  private async delete(tx: EntityManager, contacts: readonly Contact[]): Promise<void> {
    if (contacts.length === 0) return;
    const { tenantId, id } = this.contactImport;
    const ids = contacts.map((contact) => contact.id);
    const changes = { deletedAt: this.#at, deletedBy: this.userId, updatedAt: this.#at, lastActivityAt: this.#at };
    await tx.update(Contact, { tenantId, id: In(ids) }, changes);
    await tx.update(ContactIdentifier, { tenantId, contactId: In(ids) }, { isLive: false });
    for (const contact of contacts) {
      this.record(contact, { type: 'contact-deleted', data: { import_id: id } });
      this.#told.push({ kind: 'deleted', contactId: contact.id, fields: [] });
    }
    this.#undone += contacts.length;
  }

  /** Sets the contact's values to what they were, and deletes the identifiers that the import added. */
  private async restore(tx: EntityManager, contact: Contact, { previous }: ContactImportChange): Promise<void> {
    const { tenantId, id } = contact;
    const key = this.cipher.openContactKey(id, contact.dataKey!);
    const { fields, identifiers } = openPrevious(key, previous!);
    const added = { tenantId, contactId: id, id: Not(In(identifiers)) };
    const lost = await tx.findBy(ContactIdentifier, added);
    if (lost.length > 0) {
      await tx.delete(ContactIdentifier, added);
      const before = lost.map(({ kind, sealed }) => ({ kind, value: key.open(kind, sealed) }));
      this.#moved.push({ contactId: id, before, after: [] });
    }
    const names = changedFields(contact, { ...contact, ...fields });
    this.#told.push({ kind: 'updated', contactId: id, fields: names });
    Object.assign(contact, fields, { updatedAt: this.#at, lastActivityAt: this.#at });
    this.record(contact, { type: 'imported', data: { import_id: this.contactImport.id, undone: true } });
    this.#undone += 1;
  }

  private record(contact: Contact, activity: Pick<NewActivity, 'type' | 'data'>): void {
    const key = this.cipher.openContactKey(contact.id, contact.dataKey!);
    const row = toActivity(contact.tenantId, contact.id, key, { ...activity, authorId: this.userId });
    this.#activities.push({ ...row, createdAt: this.#at });
  }
}

function isTouched({ isTouched: isKnown, changedAt }: ContactImportChange, contact: Contact, lastAt?: Date): boolean {
  return isKnown || contact.updatedAt.getTime() !== changedAt.getTime() || (lastAt ?? changedAt) > changedAt;
}
