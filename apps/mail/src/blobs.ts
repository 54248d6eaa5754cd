import type { BlobReference } from '#libs/core/storage';

/** The columns that refer to blobs: pictures of mailboxes, messages and their files, mail that is not delivered yet, and files to import. */
export const MAIL_BLOBS: readonly BlobReference[] = [
  { table: 'mailbox', column: 'avatar_hash' },
  { table: 'inbound_message', column: 'blob_hash' },
  { table: 'mail_message', column: 'blob_hash' },
  { table: 'message_import', column: 'blob_hash' },
  { table: 'message_attachment', column: 'blob_hash' },
  { table: 'outgoing_message', column: 'blob_hash' },
];
