import { mailSandboxOutcome } from '#libs/email';
import type { Message } from '../messages/message.entity.js';

/** What feedback needs to know of the e-mail that it is about. */
export type KnownMessage = Pick<Message, 'id' | 'sender' | 'recipient' | 'environment'>;

/**
 * Whether feedback of an e-mail may suppress its recipient. The sandbox's recipients bounce, complain and unsubscribe
 * each time anew: a test suite that runs twice finds the same twice.
 */
export function canBeSuppressed({ environment, recipient }: KnownMessage): boolean {
  return environment === 'live' || mailSandboxOutcome(recipient) === undefined;
}
