import type { JobKind } from '#libs/jobs';
import type { CarriedContext } from '#libs/observability';
import type { TenantId } from '#libs/persistence';
import type { Channel, MessageContent } from '../messages/message.js';

/** The kind of job that delivers the messages of a channel. */
export const DELIVERY_JOBS = {
  email: 'email.deliver',
  sms: 'sms.deliver',
  push: 'push.deliver',
} as const satisfies Record<Channel, JobKind>;

/** What a job of a channel's delivery carries. */
export interface DeliverMessages {
  messageIds: string[];
}

/** A message that is still to be delivered, with everything that it is made of. */
export interface PendingMessage extends MessageContent {
  tenantId: TenantId;
  id: string;
  environment: 'live' | 'test';
  sender: string;
  recipient: string;
  subject: string;
  templateId: string | null;
  createdAt: Date;
  scheduledAt: Date | null;
  /** Whether an earlier attempt was refused for the moment. */
  triedBefore: boolean;
  /** Whether the account has opens and clicks tracked where an e-mail does not say itself. */
  tracksOpens: boolean;
  tracksClicks: boolean;
  /** Whether the account has stopped sending to the recipient since it was accepted. */
  suppressed: boolean;
}

/** What came of one attempt. */
export type DeliveryOutcome =
  | { kind: 'sent'; detail: Record<string, unknown>; carrierIds?: readonly string[] }
  | { kind: 'failed'; reason: string; detail: Record<string, unknown> }
  | { kind: 'deferred'; reason: string; detail: Record<string, unknown> };

export interface Attempted {
  message: PendingMessage;
  outcome: DeliveryOutcome;
  /** The context of the message's job. */
  context: CarriedContext | null;
}
