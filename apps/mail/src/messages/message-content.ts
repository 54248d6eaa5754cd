import type { ParsedMessage } from '#libs/mime';

/** What the headers and texts of a message say. */
export type MessageContent = Omit<ParsedMessage<unknown>, 'attachments'>;
