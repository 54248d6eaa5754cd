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

const MAX_AGENT = 300;

/** The event as in the timeline and the webhook. */
export function trackedDetail({ url, userAgent, machine }: TrackedEvent): Record<string, unknown> {
  return {
    ...(url === undefined ? {} : { Url: url }),
    ...(userAgent === '' ? {} : { UserAgent: userAgent.slice(0, MAX_AGENT) }),
    Machine: machine,
  };
}
