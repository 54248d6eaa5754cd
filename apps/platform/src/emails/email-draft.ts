import { domainOf, hasHeaderInjection, isReservedHeader, parseMailbox, type Mailbox } from '#libs/email';
import { Problem, refusedField, type ProblemDetail } from '#libs/http';
import type { InlineAttachment } from '../attachments/attachment.js';
import type { MessageContent } from '../messages/message.js';
import { toMailData } from '../tracking/mail-options.js';
import { mayAddHeader } from './custom-headers.js';
import { MAX_RECIPIENTS, type MessageContent as MessageText, type SendEmailRequest } from './dto/send-email.request.js';

/** An e-mail that may be accepted: every address parsed, every header safe. */
export interface EmailDraft {
  source: string;
  sourceDomain: string;
  /** The bare address of every recipient, Bcc included, each once. */
  recipients: string[];
  subject: string;
  content: MessageContent;
  tags: Record<string, string> | null;
}

/** Reads a request that has the right form, with the message it sends. @throws Problem naming what is wrong and where */
export function toEmailDraft(request: SendEmailRequest, message: MessageText): EmailDraft {
  const { Source, Destination } = request;
  const source = parseMailbox(Source);
  if (!source)
    throw refusedField('ValidationError', 'Source', 'must be an e-mail address, with or without a display name');
  refuseUnsafeHeaders(message, request.Headers);
  refuseMissingBody(message);
  refuseSecondWayOut(request);
  return {
    source: Source.trim(),
    sourceDomain: domainOf(source.address),
    recipients: recipientsOf(request),
    subject: message.Subject.Data,
    content: {
      text: message.Body.Text?.Data ?? null,
      html: message.Body.Html?.Data ?? null,
      to: Destination.ToAddresses,
      cc: Destination.CcAddresses ?? [],
      replyTo: request.ReplyToAddresses ?? [],
      headers: request.Headers ?? null,
      attachments: request.Attachments?.map(toAttachment) ?? null,
      data: toMailData({
        trackOpens: request.TrackOpens,
        trackClicks: request.TrackClicks,
        listUnsubscribe: request.ListUnsubscribe,
      }),
    },
    tags: request.Tags ?? null,
  };
}

function recipientsOf({ Destination, ReplyToAddresses = [] }: SendEmailRequest): string[] {
  const { ToAddresses, CcAddresses = [], BccAddresses = [] } = Destination;
  const to = parseAll('Destination.ToAddresses', ToAddresses);
  const cc = parseAll('Destination.CcAddresses', CcAddresses);
  const bcc = parseAll('Destination.BccAddresses', BccAddresses);
  parseAll('ReplyToAddresses', ReplyToAddresses);
  const addresses = new Map([...to, ...cc, ...bcc].map(({ address }) => [address.toLowerCase(), address]));
  if (ToAddresses.length + CcAddresses.length + BccAddresses.length > MAX_RECIPIENTS) {
    throw refusedField('ValidationError', 'Destination', `must have at most ${MAX_RECIPIENTS} recipients in all`);
  }
  return [...addresses.values()];
}

function parseAll(field: string, texts: readonly string[]): Mailbox[] {
  const wrong: ProblemDetail[] = [];
  const mailboxes = texts.flatMap((text, index) => {
    const mailbox = parseMailbox(text);
    if (!mailbox) wrong.push({ Field: `${field}[${index}]`, Message: 'must be an e-mail address' });
    return mailbox ?? [];
  });
  if (wrong.length > 0) {
    throw new Problem('InvalidRecipient', { message: `${field} has an address that is none`, details: wrong });
  }
  return mailboxes;
}

function refuseUnsafeHeaders({ Subject }: MessageText, Headers: Record<string, string> = {}): void {
  if (hasHeaderInjection(Subject.Data)) {
    throw refusedField('ValidationError', 'Message.Subject.Data', 'must not contain line breaks or control characters');
  }
  for (const [name, value] of Object.entries(Headers)) {
    if (!/^[\x21-\x39\x3b-\x7e]+$/.test(name))
      throw refusedField('ValidationError', `Headers.${name}`, 'is not a header name');
    if (isReservedHeader(name)) throw refusedField('ValidationError', `Headers.${name}`, 'is written by the platform');
    if (!mayAddHeader(name))
      throw refusedField('ValidationError', `Headers.${name}`, 'is none of the headers that may be added');
    if (hasHeaderInjection(value))
      throw refusedField('ValidationError', `Headers.${name}`, 'must not contain line breaks or control characters');
  }
}

/** Two of these headers would contradict each other, and mail programs then offer neither. */
function refuseSecondWayOut({ Headers = {}, ListUnsubscribe }: SendEmailRequest): void {
  const own = Object.keys(Headers).find((name) => /^list-unsubscribe(?:-post)?$/i.test(name));
  if (ListUnsubscribe && own)
    throw refusedField('ValidationError', `Headers.${own}`, 'is written by the platform when ListUnsubscribe is true');
}

function refuseMissingBody({ Body }: MessageText): void {
  if (!Body.Text && !Body.Html) throw refusedField('ValidationError', 'Message.Body', 'must have Text, Html or both');
}

function toAttachment(
  attachment: { FileName: string; ContentType: string; ContentId?: string; Data: string },
  index: number,
): InlineAttachment {
  const { FileName, ContentType, ContentId, Data } = attachment;
  if (hasHeaderInjection(FileName)) {
    throw refusedField(
      'ValidationError',
      `Attachments[${index}].FileName`,
      'must not contain line breaks or control characters',
    );
  }
  if (!isWhole(Data))
    throw refusedField('ValidationError', `Attachments[${index}].Data`, 'is base64 of which a part is missing');
  return { fileName: FileName, contentType: ContentType, data: Data, ...(ContentId ? { contentId: ContentId } : {}) };
}

/** Whether base64 ends where some octets do; its padding may be left out. */
function isWhole(base64: string): boolean {
  const bare = base64.replace(/={1,2}$/, '');
  return bare.length % 4 !== 1 && (bare.length === base64.length || base64.length % 4 === 0);
}

/** The domain of a sender that was accepted, in the form in which domains are stored. */
export function senderDomain(sender: string): string {
  return domainOf(parseMailbox(sender)?.address ?? '');
}
