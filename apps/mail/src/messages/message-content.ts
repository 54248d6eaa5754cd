import type { ParsedMessage } from '#libs/mime';

/** Headers and texts of a message. */
export type MessageContent = Omit<ParsedMessage<unknown>, 'attachments'>;
