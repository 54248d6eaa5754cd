import type { EventAddress, ReceivedEmailData } from '../../events/event-types.js';

/** Body of a webhook of a received e-mail as Postmark sends it; the content of its files is behind their addresses. */
export function postmarkInbound(data: ReceivedEmailData) {
  const [recipient = ''] = data.Recipients;
  const [to, cc] = [data.To.map(fullOf), data.Cc.map(fullOf)];
  return {
    RecordType: 'Inbound',
    MessageStream: 'inbound',
    MessageID: data.InboundId,
    From: data.From?.Address ?? data.EnvelopeFrom,
    FromName: data.From?.Name ?? '',
    FromFull: fullOf(data.From ?? { Address: data.EnvelopeFrom, Name: '' }),
    To: data.To.map(textOf).join(', '),
    ToFull: to,
    Cc: data.Cc.map(textOf).join(', '),
    CcFull: cc,
    Bcc: '',
    BccFull: [],
    OriginalRecipient: recipient,
    ReplyTo: data.ReplyTo.map(textOf).join(', '),
    MailboxHash: hashOf(recipient),
    Subject: data.Subject,
    Date: data.Date ?? '',
    TextBody: data.Text,
    HtmlBody: data.Html ?? '',
    StrippedTextReply: '',
    Tag: '',
    Headers: data.Headers,
    Attachments: data.Attachments.map(({ FileName, ContentType, Bytes, ContentId, Url }) => ({
      Name: FileName,
      Content: '',
      ContentType,
      ContentLength: Bytes,
      ContentID: ContentId ?? '',
      Url,
    })),
  };
}

const fullOf = ({ Address, Name }: EventAddress) => ({ Email: Address, Name, MailboxHash: hashOf(Address) });

const textOf = ({ Address, Name }: EventAddress): string =>
  Name === '' ? Address : `"${Name.replaceAll(/["\\]/g, String.raw`\$&`)}" <${Address}>`;

/** The part of an address after its first plus. */
const hashOf = (address: string): string => /^[^@+]*\+([^@]*)@/.exec(address)?.[1] ?? '';
