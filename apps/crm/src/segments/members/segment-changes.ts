import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, type TenantId } from '#libs/core/persistence';
import { type ChangedContact, OnContactsChanged } from '../../contact-changes/on-contacts-changed.js';
import { ContactCriteria } from '../../criteria/contact-criteria.js';
import { columnsOfFields } from '../../field-catalogue/field-catalogue.js';
import type { Segment } from '../segment.entity.js';
import { SegmentRepository } from '../segment.repository.js';
import { SegmentMembers } from './segment-members.js';

/** Fields whose change is one of nothing else. */
const isPlain = (field: string): boolean => columnsOfFields.has(field) || field.startsWith('campos.');

/** Evaluates contacts that have changed. */
@Injectable()
export class SegmentChanges {
  constructor(
    private readonly segments: SegmentRepository,
    private readonly members: SegmentMembers,
    private readonly criteria: ContactCriteria,
  ) {}

  @OnContactsChanged()
  async follow(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    // While all contacts of a segment are evaluated: what that has read before the change must be written before this.
    await lockKey(tx, 'segment members', tenantId);
    const segments = await this.segments.list(tx, tenantId);
    if (segments.length === 0) return;
    const context = await this.criteria.contextOf(tx, tenantId);
    for (const segment of segments) {
      const concerned = changes.filter((change) => concerns(segment, change)).map(({ contactId }) => contactId);
      const more = await this.members.evaluate(tx, context, segment, concerned);
      if (more !== 0 && segment.state === 'ready')
        await this.segments.update(tx, segment, {
          reach: segment.reach + more,
          reachAt: new Date(),
          updatedAt: segment.updatedAt,
        });
    }
  }
}

/** False for a contact of which only fields have changed that no criterion names. */
function concerns({ criteria }: Segment, { isNew, fields }: ChangedContact): boolean {
  if (isNew || fields.length === 0 || !fields.every(isPlain)) return true;
  // A company's own fields are read by the contact's company, and each change moves the time of the last one.
  return criteria.some(
    ({ field }) =>
      field === 'atualizado_em' ||
      fields.includes(field) ||
      (field.startsWith('empresa.') && fields.includes('empresa_id')),
  );
}
