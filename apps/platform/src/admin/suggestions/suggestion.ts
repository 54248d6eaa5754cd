import type { Block } from '#libs/messaging/admission';

/** The reasons to suggest a block. */
export const SIGNALS = ['complaint_rate', 'hard_bounce_rate', 'sending_spike', 'failed_logins'] as const;

export type Signal = (typeof SIGNALS)[number];

/** Result of a signal: an entry to block, and the numbers behind it, keys as on the wire. */
export interface Finding extends Block {
  signal: Signal;
  evidence: Record<string, string | number>;
}

/** Thresholds of the signals. Large mail providers allow 0.3 % of complaints. */
export const LIMITS = {
  /** E-mails below which a share says nothing. */
  fewestSent: 100,
  complaintRate: 0.003,
  fewestComplaints: 3,
  hardBounceRate: 0.1,
  /** Accepted within an hour, and how many times the usual hour that is. */
  spikeMessages: 1_000,
  spikeFactor: 10,
  /** Failed logins within the last two hours, from one place. */
  failedLogins: 100,
} as const;

export const share = (part: number, whole: number): number => Math.round((part / whole) * 1e4) / 1e4;
