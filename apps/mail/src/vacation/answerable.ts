import { domainOf, parseMailbox } from '#libs/mail/email';
import type { Incoming } from '../receiving/delivery/delivery-rules.js';
import { isProgram } from './program-sender.js';

/** Fields that lists, automatic answers and bulk mail have beside those that make a message automatic. */
const AUTOMATIC_FIELDS =
  /^(?:list-(?:help|post|subscribe|owner|archive)|x-auto(?:reply|respond|-?response)|x-mailing-list|x-loop|x-campaign(?:-?id)?|feedback-id)$/;

/** Values of X-Auto-Response-Suppress, Exchange's word, that concern answers like ours. */
const SUPPRESSED = /\b(?:all|oof|autoreply)\b/i;

/**
 * Whom a message may be answered to by itself, by RFC 3834: the sender of the envelope, if that is proved to be who it says and a person
 * seems to have written the message to the mailbox itself. Null for lists, bulk and automatic mail, reports, programs, spam, mail of a sender
 * who is not proved, the mailbox's own mail, and mail that does not name the mailbox in To or Cc.
 */
export function answerTo(incoming: Incoming, ownAddresses: ReadonlySet<string>): string | null {
  const { inbound, content, message } = incoming;
  const to = parseMailbox(inbound.envelopeFrom)?.address;
  if (to === undefined || (message.spam && message.spam.action !== 'none') || message.folder === 'spam') return null;
  if (content.isAutomatic || isMarkedAutomatic(incoming) || !isProved(incoming, to)) return null;
  if (isProgram(to) || (content.from && isProgram(content.from.address))) return null;
  if (isOwn(to, ownAddresses)) return null;
  const named = [...content.to, ...content.cc].some(({ address }) => isOwn(address, ownAddresses));
  return named ? to : null;
}

function isMarkedAutomatic({ content: { headers } }: Incoming): boolean {
  return headers.some(({ name, value }) => {
    const field = name.toLowerCase();
    if (AUTOMATIC_FIELDS.test(field)) return true;
    if (field === 'precedence') return /auto[_-]?reply/i.test(value);
    if (field === 'x-auto-response-suppress') return SUPPRESSED.test(value);
    if (field === 'content-type') return /^\s*multipart\/report\b/i.test(value);
    if (field === 'return-path') return /^\s*<\s*>/.test(value);
    return false;
  });
}

/**
 * Tells whether the domain of the sender has let this server send for it (SPF), or has signed the message (DKIM), and that of the author does not
 * disown it: else the answer would go to whom a stranger named.
 */
function isProved({ sender: { verdicts, signers } }: Incoming, to: string): boolean {
  if (verdicts.dmarc === 'fail') return false;
  const domain = domainOf(to);
  return verdicts.spf === 'pass' || signers.some((signer) => domain === signer || domain.endsWith(`.${signer}`));
}

const isOwn = (address: string, ownAddresses: ReadonlySet<string>): boolean =>
  ownAddresses.has(address.toLowerCase()) || ownAddresses.has(mailboxOf(address));

/** The address of the mailbox that `ana+shop@x.test` is in. */
const mailboxOf = (address: string): string =>
  `${address
    .slice(0, address.lastIndexOf('@'))
    .toLowerCase()
    .replace(/(?<=.)\+.*$/s, '')}@${domainOf(address)}`;
