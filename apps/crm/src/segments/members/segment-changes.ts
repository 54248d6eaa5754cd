import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { type ChangedContact, OnContactsChanged } from '../../contact-changes/on-contacts-changed.js';
import { isConcerned } from '../../criteria/concerned.js';
import { ContactCriteria } from '../../criteria/contact-criteria.js';
import { SegmentRepository } from '../segment.repository.js';
import { addReach } from './segment-member.sql.js';
import { SegmentListSender } from './segment-list-sender.js';
import { SegmentMembers } from './segment-members.js';

/** Evaluates contacts that have changed. */
@Injectable()
export class SegmentChanges {
  constructor(
    private readonly segments: SegmentRepository,
    private readonly members: SegmentMembers,
    private readonly criteria: ContactCriteria,
    private readonly lists: SegmentListSender,
  ) {}

  @OnContactsChanged()
  async follow(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    // While all contacts of a segment are evaluated: what that has read before the change must be written before this.
    await lockKey(tx, 'segment members', tenantId);
    const segments = await this.segments.list(tx, tenantId);
    if (segments.length === 0) return;
    const readdressed = changes.filter(hasOtherAddress).map(({ contactId }) => contactId);
    const context = await this.criteria.contextOf(tx, tenantId);
    for (const segment of segments) {
      const concerned = changes
        .filter((change) => isConcerned(segment.criteria, change))
        .map(({ contactId }) => contactId);
      await addReach(tx, tenantId, segment.id, await this.members.evaluate(tx, context, segment, concerned));
      if (segment.isList && readdressed.length > 0) await this.lists.sendAll(tx, segment, readdressed);
    }
  }
}

const hasOtherAddress = ({ isNew, fields }: ChangedContact): boolean => !isNew && fields.includes('email');
