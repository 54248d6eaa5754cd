import type { ClaimedJob, JobKind } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import type { Id, TenantId } from '#libs/core/persistence';
import type { StoredRaw } from '../attachments/raw-content.js';
import type { Channel } from '../channel.js';
import type { SentContent } from '../messages/message.js';
import { FAIL_AFTER_MS } from './retry-delay.js';

/** The kind of job that delivers the messages of a channel. */
export const DELIVERY_JOBS = {
  email: 'email.deliver',
  sms: 'sms.deliver',
  push: 'push.deliver',
} as const satisfies Record<Channel, JobKind>;

/** Delivers texts by the tenant's own carrier, which must not delay those of others. */
export const OWN_CARRIER_JOB = 'sms.deliver-own' satisfies JobKind;

export const ALL_DELIVERY_JOBS = [...Object.values(DELIVERY_JOBS), OWN_CARRIER_JOB] as const;

/** The payload of a job that delivers. */
export interface DeliverMessages {
  messageIds: string[];
}

/** A message that is still to be delivered, with its content. */
export interface PendingMessage extends SentContent {
  raw?: StoredRaw | null;
  job: ClaimedJob<DeliverMessages>;
  tenantId: TenantId;
  id: string;
  environment: 'live' | 'test';
  sender: string;
  recipient: string;
  subject: string;
  /** Message-ID of the call of an e-mail; null for one from before there were any. */
  internetMessageId: string | null;
  templateId: string | null;
  /** The topic that it is of, or the list. */
  topic: Id<'top' | 'lst'> | null;
  createdAt: Date;
  scheduledAt: Date | null;
  /** Whether an earlier attempt was deferred. */
  triedBefore: boolean;
  /** Whether the tenant tracks opens and clicks of e-mails that do not set it themselves. */
  tracksOpens: boolean;
  tracksClicks: boolean;
  /** Whether the tenant has suppressed the recipient since the message was accepted. */
  suppressed: boolean;
}

/** The outcome of one attempt. `deferred` is retried. */
export type DeliveryOutcome =
  | {
      kind: 'sent';
      detail: Record<string, unknown>;
      /** The ids that an SMS carrier gave to the parts of a text. */
      carrierIds?: readonly string[];
    }
  | {
      kind: 'failed';
      reason: string;
      detail: Record<string, unknown>;
      /** The push service says that the device is gone. */
      isDeviceGone?: boolean;
    }
  /** The server says that the address takes no mail. */
  | { kind: 'bounced'; reason: string; detail: Record<string, unknown> }
  | { kind: 'deferred'; reason: string; detail: Record<string, unknown> };

export interface Attempted {
  message: PendingMessage;
  outcome: DeliveryOutcome;
}

/**
 * Pairs a message with the outcome of its attempt, and logs the outcome unless the message was sent. A message that is
 * still deferred after two days has failed.
 */
export function attempted(message: PendingMessage, attempt: DeliveryOutcome): Attempted {
  const outcome = isOverdue(message) && attempt.kind === 'deferred' ? failed(attempt) : attempt;
  if (outcome.kind !== 'sent') {
    logger.info('A message was not delivered', { messageId: message.id, state: outcome.kind });
  }
  return { message, outcome };
}

const isOverdue = ({ scheduledAt, createdAt }: PendingMessage): boolean =>
  Date.now() - (scheduledAt ?? createdAt).getTime() >= FAIL_AFTER_MS;

const failed = ({ reason, detail }: Extract<DeliveryOutcome, { kind: 'deferred' }>): DeliveryOutcome => ({
  kind: 'failed',
  reason: `Not delivered within two days: ${reason}`,
  detail,
});
