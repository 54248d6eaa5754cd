import type { CarriedContext } from '#libs/observability';
import type { Id, TenantId } from '#libs/persistence';
import type { Channel, MessageContent } from '../messages/message.js';
import type { Idempotency } from './idempotency.js';

/** One message of a submission. */
export interface SubmittedMessage {
  id: Id<'msg' | 'sms' | 'psh'>;
  recipient: string;
}

/** What one call asks to be sent, on its way into the database: the same content to each of its recipients. */
export interface Submission {
  tenantId: TenantId;
  channel: Channel;
  environment: 'live' | 'test';
  /** At least one. */
  messages: SubmittedMessage[];
  sender: string;
  subject: string;
  content: MessageContent;
  tags: Record<string, string> | null;
  templateId: string | null;
  /** Not before this time. */
  sendAt: Date | null;
  /** The domain that the tenant must have verified; null when the sender's needs no verification. */
  requiredDomain: string | null;
  idempotency: Idempotency | null;
  /** Messages of the channel that the tenant may have accepted this month; null is without a limit. */
  quota: number | null;
  /** Whether it counts towards usage and quota. */
  counted: boolean;
  /** Calls of the API that it stands for: one, or none for an item of a batch. */
  apiCalls: number;
  /** The context that its jobs carry; that of the running code when absent. */
  context?: CarriedContext | null;
}

/** Recipients to whom the tenant sends nothing. Nothing was written, for the other recipients neither. */
export interface SuppressedRecipients {
  suppressed: string[];
}

/**
 * accepted: durable. repeated: the key is held by an earlier call, whose answer counts. unverified: the sender's domain
 * is not verified, and nothing was written. over-quota: the month's quota has no room for it.
 */
export type Acceptance = 'accepted' | 'repeated' | 'unverified' | 'over-quota' | SuppressedRecipients;
