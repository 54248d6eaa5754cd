import { createHash } from 'node:crypto';
import type { NewMessage } from '../store/new-message.js';

/** `Re:`, `Fwd:` and what they are called elsewhere, also numbered (`Re[2]:`), and tags of mailing lists (`[news]`). */
const PREFIX = /^(?:(?:re|res|rif|aw|wg|sv|vs|tr|fw|fwd|enc|rv|antw)(?:\s*[[(]\d{1,4}[\])])?\s*:|\[[^\]]{1,60}\])\s*/i;
const REPLY = /^\s*(?:\[[^\]]{1,60}\]\s*)?(?:re|res|rif|aw|sv|antw)(?:\s*[[(]\d{1,4}[\])])?\s*:/i;

/** Prefixes that are taken off; what has more is no subject of a conversation. */
const PREFIXES_MAX = 20;

/** Whether a subject says that its message is a reply. */
export const isReply = (subject: string): boolean => REPLY.test(subject);

/** A subject without what replying and forwarding add to it, in lower case. */
export function baseSubject(subject: string): string {
  let rest = subject.trim();
  for (let n = 0; n < PREFIXES_MAX; n += 1) {
    const stripped = rest.replace(PREFIX, '');
    if (stripped === rest) break;
    rest = stripped;
  }
  return rest.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Equal for messages with one base subject among the same people; null without a subject. */
export function conversationHash({
  subject,
  from,
  to,
  cc,
}: Pick<NewMessage, 'subject' | 'from' | 'to' | 'cc'>): Buffer | null {
  const base = baseSubject(subject);
  if (base === '') return null;
  const people = [from, ...to, ...cc].flatMap((one) => (one ? [one.address.toLowerCase()] : []));
  return sha256(JSON.stringify([base, ...[...new Set(people)].toSorted()]));
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
