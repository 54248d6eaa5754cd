import type { FormNotice } from './form-notice.entity.js';

/** Mails to each member of one form in an hour; more leads come in a digest at its end. */
export const NOTICES_PER_HOUR = 20;

export const NOTICE_WINDOW_MS = 3_600_000;

type Window = Pick<FormNotice, 'windowStartedAt' | 'windowCount' | 'heldCount'>;

/** Outcome for a lead, and the window afterwards. */
export interface WindowStep {
  window: Window;
  isSent: boolean;
  /** When a digest is due that no earlier lead asked for. */
  digestAt: Date | null;
}

/** Counts a lead. A flood of leads is a few mails. */
export function countLead(window: Window, now: Date): WindowStep {
  const { windowStartedAt: start, windowCount, heldCount } = window;
  if (!start || now.getTime() - start.getTime() >= NOTICE_WINDOW_MS)
    return { window: { windowStartedAt: now, windowCount: 1, heldCount }, isSent: true, digestAt: null };
  if (windowCount < NOTICES_PER_HOUR)
    return { window: { ...window, windowCount: windowCount + 1 }, isSent: true, digestAt: null };
  const digestAt = heldCount === 0 ? new Date(start.getTime() + NOTICE_WINDOW_MS) : null;
  return { window: { ...window, heldCount: heldCount + 1 }, isSent: false, digestAt };
}

/** Ends the waiting of the leads that were held: their digest is the first mail of the next hour. */
export const releaseHeld = (now: Date): Window => ({ windowStartedAt: now, windowCount: 1, heldCount: 0 });
