import { createHash } from 'node:crypto';
import type { MessageContent } from '../message-content.js';
import type { NewAttachment } from './new-message.js';

/** Fields that stay as they were, however often a message is forwarded. */
const STABLE = new Set(['from', 'date', 'message-id', 'subject', 'to', 'cc']);

/** A SHA-256 hash of the parts of a message that forwarding does not change. */
export function contentHashOf(
  { headers, text }: Pick<MessageContent, 'headers' | 'text'>,
  attachments: readonly Pick<NewAttachment, 'blobHash'>[],
): Buffer {
  const hash = createHash('sha256');
  const fields = headers.filter(({ name }) => STABLE.has(name.toLowerCase()));
  const texts = fields.map(({ name, value }) => `${name.toLowerCase()}:${value.replaceAll(/\s+/g, ' ').trim()}`);
  const files = attachments.map(({ blobHash }) => blobHash);
  for (const part of [...texts, text, ...files]) hash.update(`${part.length}:${part}`);
  return hash.digest();
}
