export const FILL_SEGMENT_JOB = 'segment.fill';

/** Evaluates all contacts of the tenant, in the order of their ids. */
export interface FillSegment {
  segmentId: string;
  /** Another version has a job of its own. */
  version: number;
}
