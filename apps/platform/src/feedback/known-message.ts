import { mailSandboxOutcome } from '#libs/mail/email';
import type { Message } from '../messages/message.entity.js';

/** The fields of an e-mail that feedback needs. */
export type KnownMessage = Pick<Message, 'id' | 'sender' | 'recipient' | 'environment' | 'topic'>;

/**
 * Whether feedback of an e-mail may suppress its recipient. The sandbox's recipients are never suppressed, so that a
 * test suite gets the same results each time; the recipient of an erased message is unknown.
 */
export function canBeSuppressed({ environment, recipient }: KnownMessage): boolean {
  return recipient !== '' && (environment === 'live' || mailSandboxOutcome(recipient) === undefined);
}
