import { Injectable } from '@nestjs/common';
import { isUuid, Problem, refusal } from '#libs/http';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/persistence';
import type { DataKey } from '#libs/secrets';
import { recordTrail } from '../audit-trail.js';
import { isAnonymized } from '../contacts/contact-problems.js';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { ActivityType, TimelineEntry } from '../timeline/activity.js';
import { Timeline, toTimelineEntry } from '../timeline/timeline.js';
import { ActivityRepository, type OfContact } from './activity.repository.js';

/** In code points. */
export const NOTE_MAX = 4_000;

export interface TimelinePage extends KeysetPage<TimelineEntry> {
  total: number;
}

/** The timelines of contacts, and the notes in them. */
@Injectable()
export class ActivitiesService {
  constructor(
    private readonly database: Database,
    private readonly activities: ActivityRepository,
    private readonly contacts: ContactRepository,
    private readonly service: ContactsService,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
  ) {}

  /** A page, newest first, and how many entries there are on all pages. */
  async listPage(
    { contact: { tenantId, id: contactId }, key }: ContactRecord,
    type: ActivityType | undefined,
    page: KeysetRequest,
  ): Promise<TimelinePage> {
    const of = { tenantId, contactId, type };
    return this.database.tenant(tenantId, async (tx) => {
      const { items, next } = await this.activities.listPage(tx, of, page);
      const total = await this.activities.count(tx, of);
      return { items: items.map((activity) => toTimelineEntry(activity, key)), next, total };
    });
  }

  /** A page of the timeline of a contact for each request, in their order. */
  async listPages(tenantId: TenantId, requests: readonly OfContact[]): Promise<KeysetPage<TimelineEntry>[]> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contacts = await this.contacts.findMany(tx, tenantId, [...new Set(requests.map((one) => one.contactId))]);
      const keys = new Map<string, DataKey | null>(
        contacts.map(({ id, dataKey }) => [id, dataKey && cipher.openContactKey(id, dataKey)]),
      );
      const pages = await this.activities.listPages(tx, tenantId, requests);
      return pages.map(({ items, next }) => {
        const entries = items.map((activity) => toTimelineEntry(activity, keys.get(activity.contactId) ?? null));
        return { items: entries, next };
      });
    });
  }

  /** @throws Problem NotFound */
  async get({ contact: { tenantId, id: contactId }, key }: ContactRecord, id: string): Promise<TimelineEntry> {
    const find = () => this.database.tenant(tenantId, (tx) => this.activities.find(tx, { tenantId, contactId, id }));
    const activity = isUuid(id) ? await find() : null;
    if (!activity) throw new Problem('NotFound');
    return toTimelineEntry(activity, key);
  }

  /** @throws Problem Unprocessable for an empty text, one that is too long, and an anonymized contact; NotFound */
  async addNote(tenantId: TenantId, authorId: string, contactId: string, given: string): Promise<TimelineEntry> {
    const text = given.trim();
    if (text === '') throw invalidNote('Escreva a nota.');
    if ([...text].length > NOTE_MAX) throw invalidNote(`Uma nota tem no máximo ${NOTE_MAX} caracteres.`);
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contact = await this.service.lockForUpdate(tx, tenantId, contactId);
      const { key } = openContact(cipher, contact, []);
      if (!key) throw isAnonymized();
      const note = await this.timeline.record(tx, contact, key, { type: 'note', authorId, text });
      await this.contacts.update(tx, contact, { lastActivityAt: note.createdAt });
      const object = { type: 'contact', id: contactId };
      await recordTrail(tx, { action: 'contact.note-added', object, tenantId, after: { activityId: note.id } });
      return note;
    });
  }
}

const invalidNote = (erro: string) => refusal('Unprocessable', { erro, campo: 'texto' });
