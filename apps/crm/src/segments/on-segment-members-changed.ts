import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';

export const ON_SEGMENT_MEMBERS_CHANGED = Symbol('on-segment-members-changed');

/** Contacts that came into a segment, or left it. */
export interface ChangedMembers {
  segmentId: string;
  entered: readonly Id<'cnt'>[];
  left: readonly Id<'cnt'>[];
}

export type SegmentMembersChangedHandler = (
  tx: EntityManager,
  tenantId: TenantId,
  changes: ChangedMembers,
) => Promise<unknown>;

/**
 * Makes a provider's method run when members of a segment have changed, up to some hundreds at once, in the transaction that writes
 * them. The evaluation of all contacts after a segment was written tells each member that comes or leaves, too.
 */
export const OnSegmentMembersChanged =
  () =>
  <Method extends SegmentMembersChangedHandler>(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(ON_SEGMENT_MEMBERS_CHANGED, true)(target, name, method);
  };
