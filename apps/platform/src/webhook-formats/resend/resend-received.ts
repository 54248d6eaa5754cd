import type { EventAddress, ReceivedEmailData } from '../../events/event-types.js';

/** Body of a webhook of a received e-mail as Resend sends it, with the addresses of its files. */
export function resendReceived(data: ReceivedEmailData, occurredAt: Date): object {
  const created_at = occurredAt.toISOString();
  return {
    type: 'email.received',
    created_at,
    data: {
      email_id: data.InboundId,
      created_at,
      from: data.From ? mailboxOf(data.From) : data.EnvelopeFrom,
      to: data.To.map(({ Address }) => Address),
      cc: data.Cc.map(({ Address }) => Address),
      bcc: [],
      received_for: data.Recipients,
      message_id: data.InternetMessageId ?? '',
      subject: data.Subject,
      attachments: data.Attachments.map(({ Index, FileName, ContentType, ContentId, Url }) => ({
        id: String(Index),
        filename: FileName,
        content_type: ContentType,
        content_disposition: ContentId === null ? 'attachment' : 'inline',
        content_id: ContentId,
        url: Url,
      })),
    },
  };
}

const mailboxOf = ({ Address, Name }: EventAddress): string => (Name === '' ? Address : `${Name} <${Address}>`);
