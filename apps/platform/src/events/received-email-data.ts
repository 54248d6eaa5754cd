import type { EventAddress, EventAttachment, ReceivedEmailData } from './event-types.js';

/** Bytes of a text in an event; all of it is read by its id. */
const TEXT_MAX = 262_144;

interface Address {
  address: string;
  name: string;
}

/** A received e-mail, as its event says it. Ids of messages have no angle brackets here. */
interface ReceivedHappening {
  id: string;
  routeId: string;
  envelopeFrom: string;
  recipients: readonly string[];
  bytes: number;
  messageId: string | null;
  inReplyTo: string | null;
  references: readonly string[];
  from: Address | null;
  to: readonly Address[];
  cc: readonly Address[];
  replyTo: readonly Address[];
  subject: string;
  date: string | null;
  text: string;
  html: string | null;
  headers: readonly { name: string; value: string }[];
  attachments: readonly EventAttachment[];
  rawUrl: string;
  autoSubmitted: boolean;
  verdicts: { spf: string; dkim: string; dmarc: string };
}

/** Data of the event of a received e-mail, as webhooks get it, and samples, too. */
export function receivedEmailData(happening: ReceivedHappening): ReceivedEmailData {
  const text = cutText(happening.text);
  const html = happening.html === null ? null : cutText(happening.html);
  return {
    InboundId: happening.id,
    RouteId: happening.routeId,
    InternetMessageId: happening.messageId && `<${happening.messageId}>`,
    InReplyTo: happening.inReplyTo && `<${happening.inReplyTo}>`,
    References: happening.references.map((id) => `<${id}>`),
    EnvelopeFrom: happening.envelopeFrom,
    Recipients: happening.recipients,
    From: happening.from && eventAddress(happening.from),
    To: happening.to.map(eventAddress),
    Cc: happening.cc.map(eventAddress),
    ReplyTo: happening.replyTo.map(eventAddress),
    Subject: happening.subject,
    Date: happening.date,
    Text: text,
    Html: html,
    Truncated: text !== happening.text || html !== happening.html,
    Headers: happening.headers.map(({ name, value }) => ({ Name: name, Value: value })),
    Attachments: happening.attachments,
    RawUrl: happening.rawUrl,
    Bytes: happening.bytes,
    AutoSubmitted: happening.autoSubmitted,
    Verdicts: { Spf: happening.verdicts.spf, Dkim: happening.verdicts.dkim, Dmarc: happening.verdicts.dmarc },
  };
}

const eventAddress = ({ address, name }: Address): EventAddress => ({ Address: address, Name: name });

/** The beginning of a text that is too long, which ends with a whole character. */
function cutText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= TEXT_MAX) return text;
  let end = TEXT_MAX;
  while ((bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
