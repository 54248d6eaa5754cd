/** What becomes of a mail in the sandbox. */
export type MailSandboxOutcome =
  'delivered' | 'deferred' | 'refused' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'unsubscribed';

/** Nobody can own it (RFC 6761), so nobody's address is among the recipients. */
const DOMAIN = 'sandbox.test';

/** What the local part of a recipient in the sandbox asks for; with the meaning, for the documentation. */
export const MAIL_SANDBOX_OUTCOMES: Readonly<Record<MailSandboxOutcome, string>> = {
  delivered: 'sent, then reported as delivered',
  deferred: 'refused once for the moment; sent and delivered on the next attempt',
  refused: 'refused for good by the receiving server',
  bounced: 'sent, then reported as undeliverable: the address does not exist',
  complained: 'sent, then reported as spam by its reader',
  opened: 'sent, then opened',
  clicked: 'sent, opened, and the first link of its HTML followed',
  unsubscribed: 'sent, then its reader unsubscribes',
};

/**
 * What becomes of a mail to this address: `bounced@sandbox.test`, or `bounced+anything@sandbox.test` so that a test can
 * tell several apart, in any case of letters. Undefined for every other address.
 */
export function mailSandboxOutcome(address: string): MailSandboxOutcome | undefined {
  const normal = address.trim().toLowerCase();
  if (!normal.endsWith(`@${DOMAIN}`)) return undefined;
  const [name = ''] = normal.slice(0, -DOMAIN.length - 1).split('+', 1);
  return Object.hasOwn(MAIL_SANDBOX_OUTCOMES, name) ? (name as MailSandboxOutcome) : undefined;
}
