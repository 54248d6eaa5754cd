import { isRewritten } from '#libs/mail/email';

/** Senders that are programs (RFC 3834, 2), by the local part of their address. */
const PROGRAMS =
  /^(?:mailer-daemon|postmaster|no-?_?reply|do-?_?not-?_?reply|nobody|daemon|root|listserv|majordomo|mailman|bounces?|owner|listmaster|notifications?|alerts?|automailer)$|^(?:owner|bounces?|no-?reply|do-?not-?reply|mailer-daemon)[-+.=_]|[-+._](?:request|owner|bounces?|no-?reply|confirm|errors?)$/i;

/** Whether an address is one that programs send from. One that a server has rewritten is known by what stands in it. */
export function isProgram(address: string): boolean {
  const localPart = address.slice(0, address.lastIndexOf('@'));
  return PROGRAMS.test(isRewritten(localPart) ? (localPart.split('=').at(-1) ?? '') : localPart);
}
