import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/core/auth';
import { isUuid, Problem, refusal } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import { recordTrail } from '../audit-trail.js';
import { isAnonymized } from '../contacts/contact-problems.js';
import { openContact } from '../contacts/contact-record.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { Activity } from '../timeline/activity.entity.js';
import type { TimelineEntry } from '../timeline/activity.js';
import { resealActivity } from '../timeline/reseal-activity.js';
import { Timeline, toTimelineEntry } from '../timeline/timeline.js';
import { ActivityRepository } from './activity.repository.js';

/** In code points. */
export const NOTE_MAX = 4_000;

/** The user who writes, and what it is in the account. */
export interface NoteAuthor {
  userId: string;
  role: Role;
}

/** A note in the timeline of a contact. */
export interface NoteAddress {
  tenantId: TenantId;
  contactId: string;
  id: string;
}

/** The notes that users write in the timelines of contacts. */
@Injectable()
export class NotesService {
  constructor(
    private readonly database: Database,
    private readonly activities: ActivityRepository,
    private readonly contacts: ContactRepository,
    private readonly service: ContactsService,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
  ) {}

  /** @throws Problem Unprocessable for an empty text, one that is too long, and an anonymized contact; NotFound */
  async add(tenantId: TenantId, authorId: string, contactId: string, given: string): Promise<TimelineEntry> {
    const text = validText(given);
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contact = await this.service.lockForUpdate(tx, tenantId, contactId);
      const { key } = openContact(cipher, contact, []);
      if (!key) throw isAnonymized();
      const note = await this.timeline.record(tx, contact, key, { type: 'note', authorId, text });
      await this.contacts.update(tx, contact, { lastActivityAt: note.createdAt });
      await auditNote(tx, 'contact.note-added', { tenantId, contactId, id: note.id }, 'after');
      return note;
    });
  }

  /**
   * Changes the text. Who did it, and when, stands in the note.
   * @throws Problem NotFound, for another member's note too; Unprocessable for a text that is not valid, an entry that is
   * no note, and an anonymized contact
   */
  async update(address: NoteAddress, author: NoteAuthor, given: string): Promise<TimelineEntry> {
    const { tenantId, contactId } = address;
    const text = validText(given);
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contact = await this.service.lockForUpdate(tx, tenantId, contactId);
      const note = await this.requireOwn(tx, contact, address.id, author);
      const { key } = openContact(cipher, contact, []);
      if (!key || !note.sealed) throw isAnonymized();
      if (toTimelineEntry(note, key).text === text) return toTimelineEntry(note, key);
      const sealed = edited(note.sealed, key, text, author.userId);
      await this.activities.update(tx, note, sealed);
      await auditNote(tx, 'contact.note-changed', note, 'after');
      return toTimelineEntry({ ...note, sealed }, key);
    });
  }

  /** @throws Problem NotFound, for another member's note too; Unprocessable for an entry that is no note */
  async delete(address: NoteAddress, author: NoteAuthor): Promise<void> {
    const { tenantId, contactId } = address;
    await this.database.tenant(tenantId, async (tx) => {
      const contact = await this.service.lockForUpdate(tx, tenantId, contactId);
      const note = await this.requireOwn(tx, contact, address.id, author);
      await this.activities.delete(tx, note);
      await auditNote(tx, 'contact.note-deleted', note, 'before');
    });
  }

  private async requireOwn(
    tx: EntityManager,
    { tenantId, id: contactId }: Contact,
    id: string,
    { userId, role }: NoteAuthor,
  ): Promise<Activity> {
    const entry = isUuid(id) ? await this.activities.find(tx, { tenantId, contactId, id }) : null;
    if (!entry) throw new Problem('NotFound');
    if (entry.type !== 'note') throw refusal('Unprocessable', { erro: 'Só notas podem ser alteradas ou apagadas.' });
    if (role === 'member' && entry.authorId !== userId) throw new Problem('NotFound');
    return entry;
  }
}

/** @throws Problem Unprocessable */
function validText(given: string): string {
  const text = given.trim();
  if (text === '') throw invalidNote('Escreva a nota.');
  if ([...text].length > NOTE_MAX) throw invalidNote(`Uma nota tem no máximo ${NOTE_MAX} caracteres.`);
  return text;
}

const invalidNote = (erro: string) => refusal('Unprocessable', { erro, campo: 'texto' });

function edited(sealed: Buffer, key: DataKey, text: string, editedBy: string): Buffer {
  const editedAt = new Date().toISOString();
  return resealActivity(sealed, key, ({ data }) => ({ text, data: { ...data, editedAt, editedBy } }));
}

/** The audit log has no text of a note. */
async function auditNote(
  tx: EntityManager,
  action: string,
  { tenantId, contactId, id }: NoteAddress,
  side: 'before' | 'after',
): Promise<void> {
  const object = { type: 'contact', id: contactId };
  await recordTrail(tx, { action, object, tenantId, [side]: { activityId: id } });
}
