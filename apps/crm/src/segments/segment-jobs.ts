export const FILL_SEGMENT_JOB = 'segment.fill';

/** Evaluates all contacts of the tenant, in the order of their ids. */
export interface FillSegment {
  segmentId: string;
  /** Another version has a job of its own. */
  version: number;
  /** Whether Platform is told of all members, not only of those that come or leave: after a user wrote the segment. */
  tellsAll?: boolean;
}
