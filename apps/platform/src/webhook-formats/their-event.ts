import { timeOfId } from '#libs/core/persistence';
import type { MessageData, ReceivedEmailData } from '../events/event-types.js';
import type { ToldEvent } from './words.js';

/** An e-mail, as far as the bodies of other services say more of it than our own events. */
export interface EmailFacts {
  /** Id of its content, which is that of the first message of its call: clients of other services have been answered with it. */
  contentId: string;
  createdAt: Date;
  topic: string | null;
  toAddresses: readonly string[];
  ccAddresses: readonly string[];
  replyTo: readonly string[];
  headers: Readonly<Record<string, string>> | null;
}

/** An e-mail that came, to be told as another service does. */
export interface TheirReceived {
  id: string;
  type: 'email.received';
  occurredAt: Date;
  data: ReceivedEmailData;
}

/** An event of an e-mail that was sent, to be told as another service does. */
export interface TheirEvent {
  id: string;
  type: Exclude<ToldEvent, 'email.received'>;
  occurredAt: Date;
  environment: 'live' | 'test';
  /** Set for the first open or click of an e-mail by a reader. */
  isFirst: boolean;
  data: MessageData;
  email: EmailFacts;
}

/** Facts of an e-mail that is not stored, or not any more: what its event says. */
export const factsOfEvent = ({ MessageId, To }: MessageData): EmailFacts => ({
  contentId: MessageId,
  createdAt: timeOfId(MessageId),
  topic: null,
  toAddresses: [To],
  ccAddresses: [],
  replyTo: [],
  headers: null,
});

/** A detail of an event, if it is a text; else an empty one. */
export function detailOf({ data }: TheirEvent, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}
