import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { ActivityType, TimelineEntry } from '../timeline/activity.js';
import { toTimelineEntry } from '../timeline/timeline.js';
import { ActivityRepository, type CountOfContact, type OfContact } from './activity.repository.js';

export interface TimelinePage extends KeysetPage<TimelineEntry> {
  total: number;
}

/** The timelines of contacts. */
@Injectable()
export class ActivitiesService {
  constructor(
    private readonly database: Database,
    private readonly activities: ActivityRepository,
    private readonly contacts: ContactRepository,
    private readonly service: ContactsService,
    private readonly keys: TenantKeys,
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

  /** Null for an entry of another contact, too. */
  async find(tenantId: TenantId, contactId: string, id: string): Promise<TimelineEntry | null> {
    const record = isUuid(id) ? await this.service.find(tenantId, contactId) : null;
    if (!record) return null;
    const where = { tenantId, contactId: record.contact.id, id };
    const activity = await this.database.tenant(tenantId, (tx) => this.activities.find(tx, where));
    return activity && toTimelineEntry(activity, record.key);
  }

  /** How many entries each request means, in their order. */
  async countMany(tenantId: TenantId, requests: readonly CountOfContact[]): Promise<number[]> {
    return this.database.tenant(tenantId, (tx) => this.activities.countMany(tx, tenantId, requests));
  }
}
