import type { StoredAttachment } from '../attachments/attachment.js';
import type { RawContent } from '../attachments/raw-content.js';
import type { MessageEvent } from './events/message-event.entity.js';
import type { ListedMessage } from './message-filter.sql.js';
import type { Message } from './message.entity.js';
import type { StoredContent } from './stored-content.entity.js';

/** Content of a message, as it is sent. */
export interface SentContent {
  text: string | null;
  html: string | null;
  to: string[];
  cc: string[];
  replyTo: string[];
  headers: Record<string, string> | null;
  attachments: StoredAttachment[] | null;
  /** Data that only the channel knows: the data of a push message, or the options of the links of an e-mail. */
  data: Record<string, unknown> | null;
  /** The whole message, where its sender wrote its MIME: the other fields then say what is in it, and are not sent. */
  raw?: RawContent | null;
}

/** Fields of an event in the timeline. */
export type ListedEvent = Pick<MessageEvent, 'id' | 'type' | 'occurredAt' | 'detail'>;

/** A message as a list shows it, with the first events of its timeline. */
export type MessageWithEvents = ListedMessage & { events: ListedEvent[] };

/** A message with its content and timeline. */
export interface MessageDetail {
  message: Message;
  content: StoredContent;
  /** Name of the topic to which apps subscribe; only of a message to a topic. */
  subscribeTo?: string;
  events: ListedEvent[];
}
