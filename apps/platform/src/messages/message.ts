import type { StoredAttachment } from '../attachments/attachment.js';
import type { MessageEvent } from './events/message-event.entity.js';
import type { ListedMessage } from './message-filter.sql.js';
import type { Message } from './message.entity.js';
import type { StoredContent } from './stored-content.entity.js';

/** What a message carries, as it is sent. */
export interface MessageContent {
  text: string | null;
  html: string | null;
  to: string[];
  cc: string[];
  replyTo: string[];
  headers: Record<string, string> | null;
  attachments: StoredAttachment[] | null;
  /** What the channel carries beside text: the data of a push message. */
  data: Record<string, unknown> | null;
}

/** What the timeline shows of an event. */
export type ListedEvent = Pick<MessageEvent, 'id' | 'type' | 'occurredAt' | 'detail'>;

/** A message as a list shows it, with the first events of its timeline. */
export type MessageWithEvents = ListedMessage & { events: ListedEvent[] };

/** A message with its content and timeline. */
export interface MessageDetail {
  message: Message;
  content: StoredContent;
  /** What apps subscribe to, of a message to a topic. */
  subscribeTo?: string;
  events: ListedEvent[];
}
