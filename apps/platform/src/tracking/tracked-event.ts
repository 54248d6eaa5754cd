import { readingDetail } from '../events/event-data.js';
import type { MessageRef } from '../feedback/return-paths/return-path.js';

/** An open or a click, as it was received. */
export interface TrackedEvent {
  type: 'opened' | 'clicked';
  ref: MessageRef;
  occurredAt: Date;
  /** Target of a click. */
  url?: string;
  userAgent: string;
  machine: boolean;
}

/** Whether an open or a click by a reader is the first of its message. */
export type Occurrence = 'first' | 'again';

/** Equal events within this time are one event (milliseconds). */
export const SAME_WITHIN_MS = { opened: 60_000, clicked: 10_000 } as const;

/** The event as in the timeline and the webhook. */
export const trackedDetail = (event: TrackedEvent): Record<string, unknown> => readingDetail(event);
