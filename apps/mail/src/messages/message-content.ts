import type { ParsedMessage } from '#libs/mail/mime';

/** Headers and texts of a message. */
export type MessageContent = Omit<ParsedMessage<unknown>, 'attachments'>;
