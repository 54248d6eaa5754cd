import { parseMailbox } from '#libs/mail/email';
import { snippetOf } from '#libs/mail/mime';
import type { MessageAddress } from '../messages/message-values.js';
import type { NewAttachment, NewMessage } from '../messages/store/new-message.js';
import { searchTextOf } from '../messages/search-text.js';
import type { MessageDraft } from './message-draft.js';
import type { Sending } from './sending.service.js';

/** Builds the message that the mailbox shows among its sent ones. */
export function toSentMessage(
  { mailbox, from, replyTo }: Sending,
  draft: MessageDraft,
  stored: Pick<NewMessage, 'blobHash' | 'bytes' | 'messageId'>,
  attachments: readonly NewAttachment[],
  isUnscanned: boolean,
): NewMessage {
  const [to, cc] = [draft.to.map(toAddress), draft.cc.map(toAddress)];
  const shown = new Set([...to, ...cc].map(({ address }) => address.toLowerCase()));
  const hidden = draft.recipients.filter((address) => !shown.has(address.toLowerCase()));
  const searchText = searchTextOf(draft);
  return {
    ...stored,
    mailboxId: mailbox.id,
    folder: 'sent',
    origin: 'sent',
    subject: draft.subject,
    from: { name: from.name ?? '', address: from.address },
    to,
    cc,
    replyTo: replyTo === null ? [] : [{ name: '', address: replyTo }],
    bcc: hidden.map((address) => ({ name: '', address })),
    inReplyTo: draft.inReplyTo,
    references: draft.references,
    snippet: snippetOf(searchText),
    datedAt: new Date(),
    isRead: true,
    scanVerdict: attachments.length === 0 || isUnscanned ? 'unscanned' : 'clean',
    attachments,
    searchText,
  };
}

function toAddress(text: string): MessageAddress {
  const { name = '', address } = parseMailbox(text) ?? { address: text };
  return { name, address };
}
