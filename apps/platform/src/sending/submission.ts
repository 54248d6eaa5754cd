import type { Idempotency } from '#libs/core/idempotency';
import type { CarriedContext } from '#libs/core/observability';
import type { Id, TenantId } from '#libs/core/persistence';
import type { OWN_CARRIER_JOB } from '../delivery/delivery.js';
import type { Channel } from '../channel.js';
import type { SentContent } from '../messages/message.js';
import type { MessageIdOrigin } from './internet-message-id.js';

/** One message of a submission. */
export interface SubmittedMessage {
  id: Id<'msg' | 'sms' | 'psh'>;
  recipient: string;
  /** The field of the request that named the recipient; of e-mails and texts. */
  field?: string;
}

/** Messages of one call, on their way into the database: the same content to each recipient. */
export interface Submission {
  tenantId: TenantId;
  channel: Channel;
  environment: 'live' | 'test';
  /** At least one. */
  messages: SubmittedMessage[];
  sender: string;
  subject: string;
  content: SentContent;
  tags: Record<string, string> | null;
  /** Only e-mails have one. */
  messageId?: MessageIdOrigin;
  templateId: string | null;
  /** The campaign that it is of; none if absent. */
  campaignId?: string;
  /** Purpose as the app that asked for it names it, which its reports say; none if absent. */
  origin?: string;
  /** The topic that it is of, by its id or slug, or a list by its id; none if absent. */
  topicId?: string;
  /** Not before this time. */
  sendAt: Date | null;
  /** Sends to the other recipients when some are suppressed; without it, to none. */
  skipsSuppressed?: boolean;
  /** The domain that the tenant must have verified; null if the sender needs no verification. */
  requiredDomain: string | null;
  /** The kind of job that delivers it, if it is not that of the channel. */
  job?: typeof OWN_CARRIER_JOB;
  idempotency: Idempotency | null;
  /** Segments of each message, for which carriers of texts charge; 1 if absent. */
  segments?: number;
  /** Messages of the channel, or segments of texts, that the tenant may send this month; null is without a limit. */
  quota: number | null;
  /** Messages of the first day of a tenant whose daily limit grows; null is no daily limit. */
  dailyRamp: number | null;
  /** Whether it counts towards usage, quota and daily limit. */
  counted: boolean;
  /** API calls that it counts as: one, or none for an item of a batch. */
  apiCalls: number;
  /** The context that its jobs carry; that of the running code when absent. */
  context?: CarriedContext | null;
}

/** Recipients that the tenant has suppressed. Nothing was written, for the other recipients neither. */
export interface SuppressedRecipients {
  suppressed: string[];
}

/** The submission without recipients that are suppressed; null if it goes to all or to none, or no recipient is left. */
export function withoutSuppressed(submission: Submission, outcome: Acceptance): Submission | null {
  if (!submission.skipsSuppressed || !isSuppressed(outcome)) return null;
  const skipped = new Set(outcome.suppressed);
  const messages = submission.messages.filter(({ recipient }) => !skipped.has(recipient));
  return messages.length === 0 || messages.length === submission.messages.length ? null : { ...submission, messages };
}

/** The daily limit has no room for it. */
export interface OverDailyLimit {
  dailyLimit: number;
  /** Messages that it still allows today. */
  left: number;
  /** When the next day begins. */
  resetsAt: Date;
}

/** The month's quota has no room for it. */
export interface OverQuota {
  quota: number;
  /** Messages, or segments of texts, that it still allows this month. */
  left: number;
  /** How many of them the submission takes. */
  needed: number;
  unit: 'messages' | 'segments';
}

export type OverLimit = OverQuota | OverDailyLimit;

/**
 * accepted: durable. repeated: an earlier call has the idempotency key, and its answer counts. unverified: the sender's
 * domain is not verified. unknown-topic: the tenant has no such topic. A limit: it has no room for it. Only accepted has written anything.
 */
export type Acceptance = 'accepted' | 'repeated' | 'unverified' | 'unknown-topic' | OverLimit | SuppressedRecipients;

export const isSuppressed = (outcome: Acceptance): outcome is SuppressedRecipients =>
  typeof outcome === 'object' && 'suppressed' in outcome;

export const isOverLimit = (outcome: Acceptance): outcome is OverLimit =>
  typeof outcome === 'object' && ('quota' in outcome || 'dailyLimit' in outcome);

export const isOverQuota = (limit: OverLimit): limit is OverQuota => 'quota' in limit;
