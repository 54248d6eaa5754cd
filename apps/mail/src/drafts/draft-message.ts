import { buildMessage, type Mailbox as Address, parseMailbox } from '#libs/mail/email';
import { snippetOf } from '#libs/mail/mime';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import type { MessageAddress } from '../messages/message-values.js';
import { searchTextOf } from '../messages/search-text.js';
import type { DraftContent } from './draft.entity.js';

/** Fields of the message of a draft that follow its content. */
export type ShownDraft = Pick<
  MailMessage,
  'subject' | 'from' | 'to' | 'cc' | 'bcc' | 'snippet' | 'sortedAt' | 'datedAt'
>;

/** Text of a draft, for lists and searches. */
export const draftText = ({ text, html }: DraftContent): string => searchTextOf({ text: text ?? undefined, html });

/** Builds the fields of a draft in lists and threads: of its addresses only the valid ones. */
export function shownDraft(mailbox: Mailbox, content: DraftContent, at: Date): ShownDraft {
  const { from, to, cc, bcc, subject } = content;
  return {
    subject,
    from: toAddress(senderOf(mailbox, from)),
    to: validAmong(to).map(toAddress),
    cc: validAmong(cc).map(toAddress),
    bcc: validAmong(bcc).map(toAddress),
    snippet: snippetOf(draftText(content)),
    sortedAt: at,
    datedAt: at,
  };
}

/** The bytes of a draft: without its files, which would be written anew with each change, and without bcc. */
export function draftBytes(mailbox: Mailbox, content: DraftContent, messageId: string, at: Date): Buffer {
  const { from, to, cc, subject, text, html, inReplyTo, references } = content;
  return buildMessage({
    from: toHeader(senderOf(mailbox, from)),
    to: validAmong(to).map(toHeader),
    cc: validAmong(cc).map(toHeader),
    subject,
    text: text ?? undefined,
    html: html ?? undefined,
    headers: answerHeaders({ inReplyTo, references }),
    messageId,
    date: at,
  });
}

/** The fields by which mail programs find the thread. */
export function answerHeaders({
  inReplyTo,
  references,
}: Pick<DraftContent, 'inReplyTo' | 'references'>): Record<string, string> {
  return {
    ...(inReplyTo !== null && { 'In-Reply-To': `<${inReplyTo}>` }),
    ...(references.length > 0 && { References: references.map((id) => `<${id}>`).join(' ') }),
  };
}

const validAmong = (texts: readonly string[]): Address[] => texts.flatMap((text) => parseMailbox(text) ?? []);

function senderOf({ address, displayName }: Mailbox, from: string | null): Address {
  const given = from === null ? null : parseMailbox(from);
  return given ?? { address, name: displayName, smtpUtf8: false };
}

const toAddress = ({ name = '', address }: Address): MessageAddress => ({ name, address });

const toHeader = ({ name, address }: Address): string =>
  name ? `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>` : address;
