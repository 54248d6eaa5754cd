import { receivedEmailData } from '../../../events/received-email-data.js';
import { ReceivedAttachmentView } from '../../../inbound/emails/received-email.dto.js';
import type { WholeEmail } from '../../../inbound/emails/received-emails.service.js';
import { postmarkInbound } from '../../../webhook-formats/postmark/postmark-inbound.js';

/** Content of an e-mail before it is read. */
const UNREAD_CONTENT = {
  messageId: null,
  inReplyTo: null,
  references: [],
  from: null,
  to: [],
  cc: [],
  replyTo: [],
  subject: '',
  date: null,
  autoSubmitted: false,
  verdicts: { spf: 'none', dkim: 'none', dmarc: 'none' },
};
const UNREAD_BODY = { text: '', html: null, headers: [] };

/** Received e-mail as `GET /messages/inbound/{id}/details` of Postmark answers it, with the whole of its texts. */
export function fromWhole(whole: WholeEmail): object {
  const { text, html } = whole.body ?? UNREAD_BODY;
  return { ...tellOf(whole), TextBody: text, HtmlBody: html ?? '', BlockedReason: '' };
}

/** Received e-mail as `GET /messages/inbound` of Postmark lists it, without its texts and headers. */
export function fromReceived(whole: WholeEmail): object {
  const { TextBody: _text, HtmlBody: _html, StrippedTextReply: _reply, Headers: _headers, ...listed } = tellOf(whole);
  return listed;
}

function tellOf({ email, body, attachments, urls }: WholeEmail) {
  const { content, readAt, receivedAt, ...envelope } = email;
  const data = receivedEmailData({
    ...envelope,
    ...UNREAD_CONTENT,
    ...content,
    ...(body ?? UNREAD_BODY),
    attachments: attachments.map((file) => ReceivedAttachmentView.of(file, urls)),
    rawUrl: urls.raw(email.id),
  });
  const { RecordType: _type, ...told } = postmarkInbound(data);
  return { ...told, Date: told.Date || receivedAt.toISOString(), Status: readAt ? 'Processed' : 'Queued' };
}
