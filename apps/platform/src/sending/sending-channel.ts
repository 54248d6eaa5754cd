import type { Type } from '@nestjs/common';
import type { Channel } from '../channel.js';
import type { SentContent } from '../messages/message.js';
import type { MessageIdOrigin } from './internet-message-id.js';
import type { Sender } from './sender.js';
import type { Submission, SubmittedMessage } from './submission.js';

/** Fields that the requests of all channels have. */
export interface SendRequest {
  TopicId?: string;
  SendAt?: string;
  SkipSuppressed?: boolean;
  Tags?: Record<string, string>;
  IdempotencyKey?: string;
}

/** Message of a valid request: the values of its rows that only the channel knows. */
export interface Draft extends Pick<Submission, 'sender' | 'subject' | 'content' | 'job' | 'segments'> {
  /** At least one, each once. */
  recipients: readonly Omit<SubmittedMessage, 'id'>[];
  /** Only e-mails have one. */
  messageId?: MessageIdOrigin;
  /** Id of the template that it was filled in from; none if absent. */
  templateId?: string | null;
  /** Domain that the tenant must have verified; none if absent. */
  requiredDomain?: string | null;
}

/** Channel as {@link SendingService} needs it: reading a request, and checks that other channels do not have. */
export interface SendingChannel<R extends SendRequest = SendRequest, D extends Draft = Draft> {
  readonly channel: Channel;
  /** Name of the space of its idempotency keys. */
  readonly route: string;
  readonly requestType: Type<R>;
  /** Returns the message that a request asks for. @throws Problem for what is invalid in the request */
  draft(sender: Sender, request: R): Promise<D>;
  /** Runs after all other checks. @throws Problem for a sender or recipients that operators have blocked */
  rejectBlocked?(draft: D): void;
}

/** Content of a channel that sends text alone. */
export function plainContent(text: string, to: string[], data: SentContent['data'] = null): SentContent {
  return { text, html: null, to, cc: [], replyTo: [], headers: null, attachments: null, data };
}
