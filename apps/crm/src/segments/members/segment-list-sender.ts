import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender, MAX_SEGMENT_MEMBERS, type SegmentMemberState } from '#libs/core/app-events';
import type { Id, TenantId } from '#libs/core/persistence';
import { openContacts } from '../../contacts/contact-records.js';
import { ContactRepository } from '../../contacts/contact.repository.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { type ChangedMembers, OnSegmentMembersChanged } from '../on-segment-members-changed.js';
import type { Segment } from '../segment.entity.js';
import { SegmentRepository } from '../segment.repository.js';
import { listMembersAmong } from './segment-member.sql.js';

/** Tells Platform of the members of segments that are lists there. */
@Injectable()
export class SegmentListSender {
  constructor(
    private readonly segments: SegmentRepository,
    private readonly contacts: ContactRepository,
    private readonly keys: TenantKeys,
    private readonly events: AppEventSender,
  ) {}

  @OnSegmentMembersChanged()
  async follow(tx: EntityManager, tenantId: TenantId, { segmentId, entered, left }: ChangedMembers): Promise<void> {
    const segment = await this.segments.find(tx, tenantId, segmentId);
    if (segment?.isList) await this.send(tx, segment, entered, left);
  }

  /** Tells of these contacts whether they are members, and their addresses, though they may not have come or left now. */
  async sendAll(tx: EntityManager, segment: Segment, contactIds: readonly string[]): Promise<void> {
    const { tenantId, id } = segment;
    await this.send(tx, segment, await listMembersAmong(tx, tenantId, id, contactIds), []);
  }

  /** Has Platform end the list of a segment. */
  async end(tx: EntityManager, { tenantId, id: segmentId }: Segment): Promise<void> {
    await this.events.send(tx, tenantId, 'platform', 'crm.segment.list-ended', { segmentId });
  }

  private async send(
    tx: EntityManager,
    { tenantId, id: segmentId, name }: Segment,
    members: readonly Id<'cnt'>[],
    others: readonly Id<'cnt'>[],
  ): Promise<void> {
    const all = [...(await this.statesOf(tx, tenantId, members)), ...others.map(absent)];
    const events = Array.from({ length: Math.ceil(all.length / MAX_SEGMENT_MEMBERS) }, (_, index) => {
      const some = all.slice(index * MAX_SEGMENT_MEMBERS, (index + 1) * MAX_SEGMENT_MEMBERS);
      return { tenantId, payload: { segmentId, name, members: some } };
    });
    if (events.length > 0) await this.events.sendAll(tx, 'platform', 'crm.segment.members-changed', events);
  }

  private async statesOf(
    tx: EntityManager,
    tenantId: TenantId,
    ids: readonly Id<'cnt'>[],
  ): Promise<SegmentMemberState[]> {
    if (ids.length === 0) return [];
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    const contacts = await this.contacts.findMany(tx, tenantId, ids);
    const identifiers = await this.contacts.listIdentifiers(tx, tenantId, ids);
    return openContacts(cipher, contacts, identifiers).map(({ contact, emails }) => ({
      contactId: contact.id,
      email: emails[0] ?? null,
      name: contact.name,
    }));
  }
}

const absent = (contactId: Id<'cnt'>): SegmentMemberState => ({ contactId, email: null, name: null });
