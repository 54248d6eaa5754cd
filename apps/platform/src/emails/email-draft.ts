import { domainOf, hasHeaderInjection, isReservedHeader, parseMailbox } from '#libs/mail/email';
import { Problem, invalidField, type ProblemDetail } from '#libs/core/http';
import type { AttachedFiles } from '../attachments/attached-files.js';
import type { MessageIdOrigin } from '../sending/internet-message-id.js';
import type { Sender } from '../sending/sender.js';
import type { Draft } from '../sending/sending-channel.js';
import { toMailData } from '../tracking/links/mail-options.js';
import { attachmentsOf, requireOwnContent } from './attachments-of.js';
import { mayAddHeader } from './custom-headers.js';
import { MAX_RECIPIENTS, type MessageContent as MessageText, type SendEmailRequest } from './dto/send-email.request.js';

type Environment = Sender['environment'];

const BCC = 'Destination.BccAddresses';

/** RFC 2606 and RFC 6761: domains without a receiver. */
const RESERVED_DOMAIN = /(?:^|\.)(?:test|example|invalid)$/;

/** A bare address, with the field of the request that names it. */
interface Recipient {
  recipient: string;
  field: string;
}

/**
 * An e-mail that may be accepted: every address is valid and every header safe. Its sender is as the request has it, with
 * the display name; its recipients include Bcc.
 */
export interface EmailDraft extends Draft {
  /** The bare address of the source. */
  sourceAddress: string;
  messageId: MessageIdOrigin;
}

/**
 * Reads a request of the right form, with the message that it sends; each address is parsed here and not again.
 * @throws Problem ValidationError or InvalidRecipient, naming the field
 */
export function toEmailDraft(
  request: SendEmailRequest,
  message: MessageText,
  environment: Environment,
  files: AttachedFiles = new Map(),
): EmailDraft {
  const { Destination, Source } = request;
  const source = sourceOf(request);
  rejectUnsafeSubject(message.Subject.Data);
  rejectUnsafeHeaders(request.Headers);
  rejectMissingBody(message);
  rejectSecondUnsubscribe(request);
  const domain = domainOf(source.address);
  return {
    sender: Source.trim(),
    sourceAddress: source.address,
    messageId: { domain },
    requiredDomain: requiredDomainOf(environment, domain),
    recipients: recipientsOf(request),
    subject: message.Subject.Data,
    content: {
      text: message.Body.Text?.Data ?? null,
      html: message.Body.Html?.Data ?? null,
      to: Destination.ToAddresses,
      cc: Destination.CcAddresses ?? [],
      replyTo: request.ReplyToAddresses ?? [],
      headers: request.Headers ?? null,
      attachments: attachmentsOf(request, files),
      data: toMailData({
        trackOpens: request.TrackOpens,
        trackClicks: request.TrackClicks,
        listUnsubscribe: request.ListUnsubscribe,
      }),
    },
  };
}

/**
 * Refuses a request that {@link toEmailDraft} would refuse whatever its template and files are.
 * @throws Problem ValidationError or InvalidRecipient, naming the field
 */
export function requireWellFormed(request: SendEmailRequest): void {
  const { Message, Headers } = request;
  sourceOf(request);
  recipientsOf(request);
  rejectUnsafeSubject(Message?.Subject.Data ?? '');
  rejectUnsafeHeaders(Headers);
  rejectSecondUnsubscribe(request);
  requireOwnContent(request);
}

function sourceOf({ Source }: SendEmailRequest): { address: string } {
  const source = parseMailbox(Source);
  if (source) return source;
  throw invalidField(
    'ValidationError',
    'Source',
    `must be an e-mail address, with or without a display name${hintOf(Source)}`,
  );
}

/** The domain that a sender's tenant must have verified; null where the environment needs no proof. */
export function requiredDomainOf(environment: Environment, domain: string): string | null {
  return environment === 'test' && RESERVED_DOMAIN.test(domain) ? null : domain;
}

/** Each recipient once, with the field that names it. @throws Problem InvalidRecipient, ValidationError */
export function recipientsOf({ Destination, ReplyToAddresses = [] }: SendEmailRequest): Recipient[] {
  const { ToAddresses, CcAddresses = [], BccAddresses = [] } = Destination;
  const all = [
    ...parseAll('Destination.ToAddresses', ToAddresses),
    ...parseAll('Destination.CcAddresses', CcAddresses),
    ...parseAll(BCC, BccAddresses).map(({ recipient }) => ({ recipient, field: BCC })),
  ];
  parseAll('ReplyToAddresses', ReplyToAddresses);
  if (all.length > MAX_RECIPIENTS) {
    throw invalidField('ValidationError', 'Destination', `must have at most ${MAX_RECIPIENTS} recipients in all`);
  }
  return withoutDuplicates(all);
}

/** One recipient for each address in any case: the first field that names it, and the last spelling. */
function withoutDuplicates(recipients: readonly Recipient[]): Recipient[] {
  const unique = new Map<string, Recipient>();
  for (const { recipient, field } of recipients) {
    const key = recipient.toLowerCase();
    unique.set(key, { recipient, field: unique.get(key)?.field ?? field });
  }
  return [...unique.values()];
}

/** Advice for a display name that could be read in several ways. */
const hintOf = (text: string): string =>
  text.includes('<') ? '; put a name that has an @, a backslash or angle brackets in quotes' : '';

function parseAll(field: string, texts: readonly string[]): Recipient[] {
  const wrong: ProblemDetail[] = [];
  const recipients = texts.flatMap((text, index) => {
    const mailbox = parseMailbox(text);
    if (mailbox) return { recipient: mailbox.address, field: `${field}[${index}]` };
    wrong.push({ Field: `${field}[${index}]`, Message: `must be an e-mail address${hintOf(text)}` });
    return [];
  });
  if (wrong.length > 0) {
    throw new Problem('InvalidRecipient', { message: `${field} has an address that is none`, details: wrong });
  }
  return recipients;
}

function rejectUnsafeSubject(subject: string): void {
  if (hasHeaderInjection(subject))
    throw invalidField('ValidationError', 'Message.Subject.Data', 'must not contain line breaks or control characters');
}

function rejectUnsafeHeaders(Headers: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(Headers)) {
    if (!/^[\x21-\x39\x3b-\x7e]+$/.test(name))
      throw invalidField('ValidationError', `Headers.${name}`, 'is not a header name');
    if (isReservedHeader(name)) throw invalidField('ValidationError', `Headers.${name}`, 'is written by the platform');
    if (!mayAddHeader(name))
      throw invalidField('ValidationError', `Headers.${name}`, 'is none of the headers that may be added');
    if (hasLongWord(name, value))
      throw invalidField(
        'ValidationError',
        `Headers.${name}`,
        `has a word of more than ${MAX_WORD} characters, which no line can hold`,
      );
    if (hasHeaderInjection(value))
      throw invalidField('ValidationError', `Headers.${name}`, 'must not contain line breaks or control characters');
  }
}

/** Characters of a word in a header: a line has 998, with the name of the header and what folds it (RFC 5322, 2.1.1). */
const MAX_WORD = 900;

/** Says whether a header can only be written as encoded-words, which say nothing to a program that reads addresses or ids. */
const hasLongWord = (name: string, value: string): boolean =>
  value.length + name.length > MAX_WORD && value.split(/\s/).some((word) => word.length > MAX_WORD);

/** If two of these headers contradict each other, mail programs ignore both. */
function rejectSecondUnsubscribe({ Headers = {}, ListUnsubscribe }: SendEmailRequest): void {
  const own = Object.keys(Headers).find((name) => /^list-unsubscribe(?:-post)?$/i.test(name));
  if (ListUnsubscribe && own)
    throw invalidField('ValidationError', `Headers.${own}`, 'is written by the platform when ListUnsubscribe is true');
}

function rejectMissingBody({ Body }: MessageText): void {
  if (!Body.Text && !Body.Html) throw invalidField('ValidationError', 'Message.Body', 'must have Text, Html or both');
}
