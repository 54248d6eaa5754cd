import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DecoratedMethods } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { ContactCriteria } from '../../criteria/contact-criteria.js';
import type { CriteriaContext } from '../../criteria/criterion-fields.js';
import {
  type ChangedMembers,
  ON_SEGMENT_MEMBERS_CHANGED,
  type SegmentMembersChangedHandler,
} from '../on-segment-members-changed.js';
import type { Segment } from '../segment.entity.js';
import { writeMembers } from './segment-member.sql.js';

/** Writes who is in segments. The caller has the tenant's lock of the members. */
@Injectable()
export class SegmentMembers implements OnApplicationBootstrap {
  #handlers: SegmentMembersChangedHandler[] = [];

  constructor(
    private readonly criteria: ContactCriteria,
    private readonly methods: DecoratedMethods,
  ) {}

  onApplicationBootstrap(): void {
    const found = this.methods.list<true, Parameters<SegmentMembersChangedHandler>>(ON_SEGMENT_MEMBERS_CHANGED);
    this.#handlers = found.map(
      ({ call }) =>
        (...given) =>
          call(...given),
    );
  }

  /** Evaluates some contacts. A segment with invalid criteria keeps the members that it has. Returns by how much there are more. */
  async evaluate(
    tx: EntityManager,
    context: CriteriaContext,
    segment: Segment,
    contactIds: readonly string[],
  ): Promise<number> {
    const { tenantId, id: segmentId } = segment;
    if (contactIds.length === 0) return 0;
    const compiled = this.criteria.compile(context, tenantId, segment, { kind: 'some', ids: contactIds });
    if (!compiled) return 0;
    const written = await writeMembers(tx, { segmentId, contactIds }, compiled);
    const idsOf = (wanted: boolean) => written.flatMap(({ id, entered }) => (entered === wanted ? id : []));
    const [entered, left] = [idsOf(true), idsOf(false)];
    await this.tell(tx, tenantId, { segmentId, entered, left });
    return entered.length - left.length;
  }

  /** Runs the methods of `@OnSegmentMembersChanged()`, unless nothing has changed. */
  async tell(tx: EntityManager, tenantId: TenantId, changes: ChangedMembers): Promise<void> {
    if (changes.entered.length + changes.left.length === 0) return;
    for (const handle of this.#handlers) await handle(tx, tenantId, changes);
  }
}
