export type SandboxOutcome = 'delivered' | 'failed' | 'undelivered' | 'busy' | 'invalid';

/** A range of numbers with one outcome, both ends included. */
export interface SandboxRange {
  first: string;
  last: string;
  outcome: SandboxOutcome;
  /** Text for the documentation. */
  meaning: string;
}

/**
 * Recipients with a fixed outcome, twenty numbers each, so that a test can use several. They are valid E.164 and not
 * assigned (555-01XX is reserved for fiction). Any other number is `delivered`.
 */
export const SANDBOX_RECIPIENTS: readonly SandboxRange[] = [
  range(0, 'delivered', 'accepted, then reported as delivered'),
  range(20, 'failed', 'accepted, then reported as failed: the carrier rejected it'),
  range(40, 'undelivered', 'accepted, then reported as undelivered: the telephone could not be reached'),
  range(60, 'busy', 'rejected once because the carrier is busy; accepted and delivered on the next attempt'),
  range(80, 'invalid', 'rejected permanently: the number does not exist'),
];

/** The outcome of a message to this number. */
export function sandboxOutcome(to: string): SandboxOutcome {
  return SANDBOX_RECIPIENTS.find(({ first, last }) => first <= to && to <= last)?.outcome ?? 'delivered';
}

/** Whether the number is one of those with a fixed outcome. */
export function isSandboxRecipient(to: string): boolean {
  return SANDBOX_RECIPIENTS.some(({ first, last }) => first <= to && to <= last);
}

function range(from: number, outcome: SandboxOutcome, meaning: string): SandboxRange {
  return { first: number(from), last: number(from + 19), outcome, meaning };
}

function number(last: number): string {
  return `+150055501${String(last).padStart(2, '0')}`;
}
