import type { Readable } from 'node:stream';
import type { MessageAddress } from '../message-values.js';

/** A file in a message, decoded. */
export interface ContentFile {
  fileName: string;
  contentType: string;
  contentId: string | null;
  isInline: boolean;
  content: Readable;
}

/** What a raw message says, decoded. */
export interface MessageContent {
  /** Names in lower case, in the order of the message. */
  headers: readonly { name: string; value: string }[];
  messageId: string | null;
  inReplyTo: string | null;
  references: readonly string[];
  subject: string;
  from: MessageAddress | null;
  to: MessageAddress[];
  cc: MessageAddress[];
  bcc: MessageAddress[];
  replyTo: MessageAddress[];
  date: Date | null;
  listId: string | null;
  text: string | null;
  html: string | null;
  snippet: string;
}

/** Of a message that could not be read; its raw bytes are kept all the same. */
export const UNREADABLE: MessageContent = {
  headers: [],
  messageId: null,
  inReplyTo: null,
  references: [],
  subject: '',
  from: null,
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  date: null,
  listId: null,
  text: null,
  html: null,
  snippet: '',
};
