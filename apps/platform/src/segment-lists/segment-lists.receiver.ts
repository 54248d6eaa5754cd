import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { type AppEvent, OnAppEvent, type SegmentMemberState } from '#libs/core/app-events';
import { exec, type Id, newId, type TenantId } from '#libs/core/persistence';
import { type ContactData, emailKey, toContactEmail } from '../contacts/contact.js';
import { contactEvent } from '../contacts/contact-events.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ListMemberRepository } from '../lists/list-member.repository.js';
import { ListRepository } from '../lists/list.repository.js';
import { ListUses } from '../lists/list-uses.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import {
  beginList,
  DELETE_SEGMENT_MEMBERS,
  END_LIST,
  type KnownMember,
  listKnownMembers,
  listStillMembers,
  upsertMembers,
} from './segment-list.sql.js';

/** Longest name of a list. */
const NAME_MAX = 100;

const slugOf = (segmentId: string): string => `segmento-${segmentId}`;

/**
 * Keeps a list for each segment of the CRM that is to be one. A member's address becomes a contact, unless one has it, whose name stays.
 * The list asks nobody to confirm: that a person may be written to is judged when a campaign is sent, by consent and suppressions.
 */
@Injectable()
export class SegmentListsReceiver {
  constructor(
    private readonly lists: ListRepository,
    private readonly members: ListMemberRepository,
    private readonly contacts: ContactRepository,
    private readonly uses: ListUses,
    private readonly webhooks: WebhookEvents,
  ) {}

  @OnAppEvent('crm.segment.members-changed')
  async change(tx: EntityManager, event: AppEvent<'crm.segment.members-changed'>): Promise<void> {
    const { tenantId, occurredAt, payload } = event;
    const { segmentId } = payload;
    if (!(await beginList(tx, tenantId, segmentId, occurredAt))) return;
    const ids = payload.members.map(({ contactId }) => contactId);
    const known = new Map((await listKnownMembers(tx, tenantId, segmentId, ids)).map((one) => [one.crmContactId, one]));
    const news = payload.members.filter(({ contactId }) => {
      const before = known.get(contactId);
      return !before || before.changedAt < occurredAt;
    });
    const contactIds = await this.contactsOf(tx, tenantId, news);
    const written = news.map(({ contactId, email }): KnownMember => {
      const address = email === null ? null : toContactEmail(email);
      const contact = address === null ? null : (contactIds.get(emailKey(address)) ?? null);
      return { crmContactId: contactId, contactId: contact, changedAt: occurredAt };
    });
    const before = written.flatMap(({ crmContactId }) => known.get(crmContactId)?.contactId ?? []);
    await upsertMembers(tx, tenantId, segmentId, written);
    await this.write(tx, tenantId, payload, written, before);
  }

  /** Deletes the list. One that a campaign needs is left without members. */
  @OnAppEvent('crm.segment.list-ended')
  async end(tx: EntityManager, event: AppEvent<'crm.segment.list-ended'>): Promise<void> {
    const { tenantId, occurredAt, payload } = event;
    const { segmentId } = payload;
    await exec(tx, END_LIST, [tenantId, segmentId, occurredAt]);
    await exec(tx, DELETE_SEGMENT_MEMBERS, [tenantId, segmentId]);
    const list = await this.lists.lockBySlug(tx, tenantId, slugOf(segmentId));
    if (!list) return;
    try {
      await this.uses.requireUnused(tx, tenantId, list.id);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'Conflict')) throw error;
      await this.members.deleteAll(tx, tenantId, list.id);
      return;
    }
    await this.lists.delete(tx, tenantId, list.id);
  }

  /** The contacts with the addresses of members, by address; those that nobody had are made. */
  private async contactsOf(
    tx: EntityManager,
    tenantId: TenantId,
    members: readonly SegmentMemberState[],
  ): Promise<Map<string, Id<'cnt'>>> {
    const wanted = new Map<string, Pick<ContactData, 'email' | 'name'>>();
    for (const { email, name } of members) {
      const address = email === null ? null : toContactEmail(email);
      if (address !== null && !wanted.has(emailKey(address))) wanted.set(emailKey(address), { email: address, name });
    }
    if (wanted.size === 0) return new Map();
    await this.contacts.lockImports(tx, tenantId);
    const existing = await this.contacts.lockKnown(tx, tenantId, { emailKeys: [...wanted.keys()] });
    const found = new Map(existing.flatMap(({ id, email }) => (email ? [[emailKey(email), id] as const] : [])));
    const created = [...wanted].flatMap(([key, { email, name }]): ContactData[] =>
      found.has(key) ? [] : [{ id: newId('cnt'), externalId: null, email, phone: null, name, attributes: {} }],
    );
    const now = new Date();
    await this.contacts.upsertAll(tx, tenantId, created, now);
    if (created.length > 0)
      await this.webhooks.record(
        tx,
        tenantId,
        created.map((contact) => contactEvent('contact.created', contact, now)),
      );
    for (const { id, email } of created) found.set(emailKey(email!), id);
    return found;
  }

  private async write(
    tx: EntityManager,
    tenantId: TenantId,
    { segmentId, name }: { segmentId: string; name: string },
    written: readonly KnownMember[],
    before: readonly Id<'cnt'>[],
  ): Promise<void> {
    const slug = slugOf(segmentId);
    const values = { id: newId('lst'), slug, name: name.slice(0, NAME_MAX) };
    const others = { description: undefined, doubleOptIn: undefined, language: undefined };
    const { id: listId } = await this.lists.upsert(tx, tenantId, { ...values, ...others });
    await this.lists.lockForUpdate(tx, tenantId, listId);
    const present = written.flatMap(({ contactId }) => contactId ?? []);
    const still = await listStillMembers(tx, tenantId, segmentId, [...before]);
    const gone = before.filter((id) => !still.has(id));
    if (gone.length > 0) await this.members.delete(tx, tenantId, listId, gone);
    if (present.length > 0) await this.members.insert(tx, tenantId, listId, [...new Set(present)], null);
  }
}
