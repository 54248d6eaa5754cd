import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import { withoutErased } from '../criteria/erased-values.js';
import type { ErasesContact } from '../erasure/contact-eraser.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Segment } from './segment.entity.js';
import { SegmentMember } from './segment-member.entity.js';
import { addReach } from './members/segment-member.sql.js';
import { SegmentMembers } from './members/segment-members.js';

/** Takes an erased person out of all segments, and their addresses out of the criteria. */
@Injectable()
@ErasesPersonIn(['segment', 'segment_member'])
export class SegmentEraser implements ErasesContact {
  constructor(
    private readonly keys: TenantKeys,
    private readonly members: SegmentMembers,
  ) {}

  async erase(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    for (const { segmentId } of await tx.findBy(SegmentMember, { tenantId, contactId })) {
      await tx.delete(SegmentMember, { tenantId, segmentId, contactId });
      await addReach(tx, tenantId, segmentId, -1);
      await this.members.tell(tx, tenantId, { segmentId, entered: [], left: [contactId] });
    }
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    for (const { id, criteria } of await tx.findBy(Segment, { tenantId })) {
      const left = await withoutErased(tx, tenantId, cipher, criteria);
      if (left) await tx.update(Segment, { tenantId, id }, { criteria: left });
    }
  }
}
