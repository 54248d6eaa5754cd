import type { TenantId } from '#libs/core/persistence';
import type { SystemFolder } from '../../folders/folder-values.js';
import type { MailMessage } from '../mail-message.entity.js';
import type { MessageAttachment } from '../message-attachment.entity.js';

/** A folder of the message's mailbox; one that is not there any more is the inbox. */
export type FolderChoice = SystemFolder | { id: string };

/** A file of a new message, whose blob is stored; with a new id if it has none. */
export type NewAttachment = Pick<
  MessageAttachment,
  'fileName' | 'contentType' | 'bytes' | 'contentId' | 'isInline' | 'blobHash' | 'scanVerdict'
> &
  Partial<Pick<MessageAttachment, 'id'>> & {
    /** True if no person would save it. */
    isForPrograms?: boolean;
  };

/** Tells whether there is a file that a person would save: no picture within the text, and nothing for programs. */
export const hasFiles = (attachments: readonly Pick<NewAttachment, 'isInline' | 'isForPrograms'>[]): boolean =>
  attachments.some(({ isInline, isForPrograms = false }) => !isInline && !isForPrograms);

type Required =
  | 'mailboxId'
  | 'origin'
  | 'blobHash'
  | 'bytes'
  | 'messageId'
  | 'subject'
  | 'from'
  | 'to'
  | 'cc'
  | 'snippet'
  | 'isRead'
  | 'scanVerdict';

type Optional =
  | 'bcc'
  | 'replyTo'
  | 'sortedAt'
  | 'datedAt'
  | 'isStarred'
  | 'listId'
  | 'contentHash'
  | 'envelopeFrom'
  | 'envelopeTo'
  | 'received'
  | 'authentication'
  | 'authenticationResults'
  | 'spam'
  | 'quarantineReason';

/** A message for a mailbox, whose blobs are stored. */
export type NewMessage = Pick<MailMessage, Required> &
  Partial<Pick<MailMessage, Optional>> & {
    /** A new one if absent. */
    id?: string;
    folder: FolderChoice;
    /** The Message-ID that it answers, without angle brackets. */
    inReplyTo?: string | null;
    /** The Message-IDs of its References field, the oldest first, without angle brackets. */
    references?: readonly string[];
    attachments?: readonly NewAttachment[];
    /** Text of its body for searches, made by `searchTextOf`; the snippet if absent. */
    searchText?: string;
  };

/** A message with the tenant of its mailbox. */
export interface MessageOfTenant {
  tenantId: TenantId;
  message: NewMessage;
}
