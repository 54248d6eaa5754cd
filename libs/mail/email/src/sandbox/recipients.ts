/** The outcomes of mail in the sandbox. */
export type MailSandboxOutcome =
  | 'delivered'
  | 'deferred'
  | 'refused'
  | 'bounced'
  | 'complained'
  | 'opened'
  | 'clicked'
  | 'unsubscribed';

/** A reserved domain (RFC 6761): it has no real addresses. */
const DOMAIN = 'sandbox.test';

/** The local parts of sandbox recipients, with a description of their outcome for the documentation. */
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
 * The outcome of a mail to this address: `bounced@sandbox.test`, or `bounced+anything@sandbox.test` so that a test can use
 * several. Case-insensitive. Undefined for every other address.
 */
export function mailSandboxOutcome(address: string): MailSandboxOutcome | undefined {
  const normal = address.trim().toLowerCase();
  if (!normal.endsWith(`@${DOMAIN}`)) return undefined;
  const [name = ''] = normal.slice(0, -DOMAIN.length - 1).split('+', 1);
  return Object.hasOwn(MAIL_SANDBOX_OUTCOMES, name) ? (name as MailSandboxOutcome) : undefined;
}
