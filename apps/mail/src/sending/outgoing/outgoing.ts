import type { InboundMessage } from '../../receiving/inbound-message.entity.js';

/** Kind of a message: sent by a user or an API client, forwarded, answered automatically, or a report about another. */
export type OutgoingKind = 'message' | 'forward' | 'reply' | 'report';

/** The header field by which a tenant's mailboxes know a message that one of them has forwarded. */
export const TRAIL_FIELD = 'X-Forwarding-Id';

/** Origin of a forwarded message, which its header tells when it leaves. */
export interface Forwarded {
  /** The address of the mailbox that forwards it; null for a report that goes back to a sender. */
  by: string | null;
  /** The server that it came from. */
  client: { name: string; address: string };
  /** RFC 3339. */
  receivedAt: string;
  /** The Authentication-Results field, without its name. */
  results: string | null;
  /** Result of verifying its chain of ARC seals. */
  arc: string;
  /** The field by which the tenant knows the message when it comes back; absent for a report. */
  trail?: string;
}

/** `queued` until the next mail server has accepted the message for the recipient, or it never will. */
export type RecipientState = 'queued' | 'sent' | 'failed';

/** A recipient in the envelope. */
export interface OutgoingRecipient {
  address: string;
  state: RecipientState;
  /** Last answer of the mail server. */
  response?: string;
}

/** Outcome of one attempt for one recipient. */
export interface RecipientOutcome {
  address: string;
  kind: 'sent' | 'failed' | 'deferred';
  response: string;
  /** Rows to insert when the outcome is recorded, for a recipient with a mailbox here. */
  inbound?: readonly InboundMessage[];
}

/** How long a message is tried: five days, as RFC 5321, 4.5.4.1 has it. */
export const TRIED_FOR_MS = 5 * 86_400_000;

const MINUTE = 60_000;
const RETRY_DELAYS = [2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE);

/** Milliseconds until the next attempt, after `attempts` of them. */
export function retryDelay(attempts: number): number {
  return RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length) - 1] ?? RETRY_DELAYS[0]!;
}

/** The recipients after an attempt. Those that are not in it stay as they are. */
export function afterAttempt(
  recipients: readonly OutgoingRecipient[],
  outcomes: readonly RecipientOutcome[],
  isLast: boolean,
): OutgoingRecipient[] {
  const byAddress = new Map(outcomes.map((outcome) => [outcome.address, outcome]));
  return recipients.map((recipient) => {
    const outcome = byAddress.get(recipient.address);
    if (!outcome || recipient.state !== 'queued') return recipient;
    const { address } = recipient;
    const { kind, response } = outcome;
    if (kind === 'deferred') return { address, state: isLast ? 'failed' : 'queued', response };
    return { address, state: kind, response };
  });
}
