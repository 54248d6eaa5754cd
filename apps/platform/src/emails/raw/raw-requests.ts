import { Injectable } from '@nestjs/common';
import { InvalidMail, parseMailbox, rawAuthor, type RawMessage, readRawMessage, withCrlfLines } from '#libs/mail/email';
import { invalidField } from '#libs/core/http';
import type { Sender } from '../../sending/sender.js';
import { toMailData } from '../../tracking/links/mail-options.js';
import type { SendEmailRequest } from '../dto/send-email.request.js';
import { isWholeBase64 } from '../attachments-of.js';
import { recipientsOf, type EmailDraft } from '../email-draft.js';
import { draftOfRaw, type RawMail } from './raw-draft.js';
import { RawReader } from './raw-reader.js';

const DATA = 'Raw.Data';

/** Fields of a request whose place a raw message takes. */
const REPLACED = [
  'Message',
  'TemplateId',
  'TemplateData',
  'ReplyToAddresses',
  'Headers',
  'Attachments',
  'TrackOpens',
  'TrackClicks',
] as const satisfies readonly (keyof SendEmailRequest)[];

/** The raw messages of the requests of one call, or why one cannot be sent. */
export type ReadRaws = ReadonlyMap<SendEmailRequest, RawMail | { problem: unknown }>;

/** Requests that have a raw message in place of a subject and bodies. */
@Injectable()
export class RawRequests {
  constructor(private readonly reader: RawReader) {}

  /** Reads the raw messages of the requests that have one. */
  async readAll(requests: readonly SendEmailRequest[]): Promise<ReadRaws> {
    const raws = new Map<SendEmailRequest, RawMail | { problem: unknown }>();
    for (const request of requests) {
      if (request.Raw) raws.set(request, await this.read(request).catch((problem: unknown) => ({ problem })));
    }
    return raws;
  }

  /** @throws Problem ValidationError, naming the field; ServiceUnavailable */
  async read(request: SendEmailRequest): Promise<RawMail> {
    const data = request.Raw?.Data ?? '';
    rejectReplaced(request);
    if (!isWholeBase64(data)) throw invalidField('ValidationError', DATA, 'is base64 of which a part is missing');
    const content = withCrlfLines(Buffer.from(data, 'base64'));
    try {
      const message = readRawMessage(content);
      requireAuthor(request, message);
      rejectSecondUnsubscribe(request, message);
      return { message, parts: await this.reader.read(() => content), raw: { content } };
    } catch (error) {
      throw toProblem(error);
    }
  }
}

/** The e-mail of a request with a raw message. @throws Problem ValidationError or InvalidRecipient, naming the field */
export function toRawDraft(
  request: SendEmailRequest,
  mail: RawMail | { problem: unknown } | undefined,
  environment: Sender['environment'],
): EmailDraft {
  if (!mail) throw new Error('A raw message was not read');
  if ('problem' in mail) throw mail.problem;
  const { Source, ListUnsubscribe } = request;
  const recipients = recipientsOf(request);
  const data = toMailData({ listUnsubscribe: ListUnsubscribe });
  return draftOfRaw(mail, { environment, source: Source, recipients, data });
}

function rejectReplaced(request: SendEmailRequest): void {
  for (const field of REPLACED) {
    const value = request[field];
    const isGiven = value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
    if (isGiven) throw invalidField('ValidationError', field, 'and Raw exclude one another');
  }
}

function requireAuthor({ Source }: SendEmailRequest, message: RawMessage): void {
  const source = parseMailbox(Source);
  if (!source)
    throw invalidField('ValidationError', 'Source', 'must be an e-mail address, with or without a display name');
  const author = rawAuthor(message) ?? source;
  if (author.address.toLowerCase() !== source.address.toLowerCase())
    throw invalidField('ValidationError', 'Source', 'must be the address in the From header of Raw.Data');
}

function rejectSecondUnsubscribe({ ListUnsubscribe }: SendEmailRequest, { fields }: RawMessage): void {
  if (ListUnsubscribe && fields.some(({ name }) => /^list-unsubscribe(?:-post)?$/.test(name)))
    throw invalidField(
      'ValidationError',
      DATA,
      'has a List-Unsubscribe, which the platform writes when ListUnsubscribe is true',
    );
}

const toProblem = (error: unknown): unknown =>
  error instanceof InvalidMail ? invalidField('ValidationError', DATA, error.reason) : error;
