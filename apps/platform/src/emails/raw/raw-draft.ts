import { domainOf, InvalidMail, mailboxText, parseMailbox, rawAuthor, type RawMessage } from '#libs/mail/email';
import type { RawContent } from '../../attachments/raw-content.js';
import type { Sender } from '../../sending/sender.js';
import type { MessageIdOrigin } from '../../sending/internet-message-id.js';
import type { Draft } from '../../sending/sending-channel.js';
import { requiredDomainOf, type EmailDraft } from '../email-draft.js';
import { headerOf } from './raw-headers.js';
import { type RawParts, shownHeaders, textsOf } from './raw-parts.js';

/** A name and an address that are longer together are shown as the address. */
const SENDER_MAX = 990;

/** A message whose MIME the sender wrote, read. */
export interface RawMail {
  /** Its header. */
  message: RawMessage;
  parts: RawParts;
  raw: RawContent;
}

/** Who sends it, and to whom. */
interface RawEnvelope {
  environment: Sender['environment'];
  /** The author, if the message names none. */
  source: string;
  recipients: Draft['recipients'];
  data?: Record<string, unknown> | null;
}

/**
 * The e-mail that a raw message is: its author is the sender, its texts and files are what the history shows.
 * @throws InvalidMail for a message without one author
 */
export function draftOfRaw({ message, parts, raw }: RawMail, envelope: RawEnvelope): EmailDraft {
  const { environment, source, recipients, data = null } = envelope;
  const author = rawAuthor(message) ?? parseMailbox(source);
  if (!author) throw new InvalidMail('raw', 'needs a From header');
  const domain = domainOf(author.address);
  const { text, html, to, cc, replyTo, files } = parts;
  const named = mailboxText(author);
  return {
    sender: named.length > SENDER_MAX ? author.address : named,
    sourceAddress: author.address,
    messageId: messageIdOf(message, domain),
    requiredDomain: requiredDomainOf(environment, domain),
    recipients,
    subject: parts.subject,
    content: {
      text: text === '' ? null : text,
      html,
      to: textsOf(to),
      cc: textsOf(cc),
      replyTo: textsOf(replyTo),
      headers: shownHeaders(parts),
      attachments: files.length > 0 ? files : null,
      data,
      raw,
    },
  };
}

/** A message that says its Message-ID keeps it. Postgres keeps no NUL in a text. */
function messageIdOf(message: RawMessage, domain: string): MessageIdOrigin {
  const own = headerOf(message, 'message-id')?.replaceAll('\0', '');
  return own ? { own } : { domain };
}
