import { Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '#libs/core/auth';
import { parseMailbox, type RawMessage, readRawMessage, SmtpRejection, type SubmittedMessage } from '#libs/mail/email';
import { Attachments } from '../attachments/attachments.service.js';
import type { StoredRaw } from '../attachments/raw-content.js';
import { idempotencyKeyOf } from '../compatibility/frame/idempotency-key.js';
import { EmailChannel } from '../emails/email-channel.js';
import type { EmailDraft } from '../emails/email-draft.js';
import { draftOfRaw } from '../emails/raw/raw-draft.js';
import { headerOf, tagsOfHeaders } from '../emails/raw/raw-headers.js';
import { RawReader } from '../emails/raw/raw-reader.js';
import type { SendingChannel, SendRequest } from '../sending/sending-channel.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import { Beginning } from './beginning.js';
import { KeyLogin, type SmtpKey } from './smtp-login.js';
import { toRejection } from './smtp-rejections.js';
import { SmtpMetrics } from './smtp.metrics.js';

/** More bytes than the header of a message may have. */
const BEGINNING_BYTES = 524_288;
/** Characters of a key of idempotency, as clients of Resend give it. */
const KEY_MAX = 256;

/** Message that a client of SMTP sends, as a request to send. */
class SmtpRequest implements SendRequest {
  From: string;
  Subject: string;
  To: string[];
  TemplateId?: string;
  Tags?: Record<string, string>;
  IdempotencyKey?: string;
}

type Submitted = Pick<SubmittedMessage<SmtpKey>, 'user' | 'from' | 'to' | 'content'>;

/** Accepts messages of clients of SMTP: by the same way as every other e-mail. */
@Injectable()
export class SmtpSubmissions {
  constructor(
    private readonly login: KeyLogin,
    private readonly attachments: Attachments,
    private readonly reader: RawReader,
    private readonly emails: EmailChannel,
    private readonly sending: SendingService,
    private readonly metrics: SmtpMetrics,
  ) {}

  /**
   * Resolves once the message is durable and will be delivered, with the text of the answer.
   * @throws SmtpRejection; other errors, upon which the client comes back: StorageUnavailable, DatabaseUnavailable
   */
  async accept(message: Submitted): Promise<string> {
    try {
      const { messageIds } = await this.send(message);
      this.metrics.countAccepted();
      return `2.0.0 Ok: queued as ${messageIds[0]}`;
    } catch (error) {
      const rejected = toRejection(error);
      this.metrics.countRejected(rejected instanceof SmtpRejection ? String(rejected.responseCode) : '451');
      throw rejected;
    }
  }

  private async send({ user, from, to, content }: Submitted): Promise<Enqueued> {
    const { tenant } = user.principal;
    const beginning = new Beginning(BEGINNING_BYTES);
    const raw = await this.attachments.writeRaw(tenant.id, beginning.of(content));
    const sender = await this.login.require(user);
    const header = readRawMessage(beginning.bytes);
    const draft = await this.draft(sender, { header, raw, from, to });
    const key = idempotencyKeyOf(headerOf(header, 'resend-idempotency-key'), KEY_MAX);
    const request: SmtpRequest = {
      From: draft.sender,
      Subject: draft.subject,
      To: draft.recipients.map(({ recipient }) => recipient),
      Tags: tagsOfHeaders(header),
      IdempotencyKey: key,
    };
    return this.sending.send(this.channelOf(draft), sender, request, undefined, identityOf(request));
  }

  private async draft(
    { environment, tenant }: KeyPrincipal,
    { header, raw, from, to }: { header: RawMessage; raw: StoredRaw; from: string; to: readonly string[] },
  ): Promise<EmailDraft> {
    const parts = await this.reader.read(() => this.attachments.readRaw(tenant.id, raw));
    return draftOfRaw({ message: header, parts, raw }, { environment, source: from, recipients: recipientsOf(to) });
  }

  private channelOf(draft: EmailDraft): SendingChannel<SmtpRequest, EmailDraft> {
    return {
      channel: 'email',
      route: this.emails.route,
      requestType: SmtpRequest,
      draft: () => Promise.resolve(draft),
      rejectBlocked: () => this.emails.rejectBlocked(draft),
    };
  }
}

/** Each address once, in the form in which it is sent to. */
function recipientsOf(to: readonly string[]): EmailDraft['recipients'] {
  const unique = new Map<string, string>();
  for (const text of to) {
    const address = parseMailbox(text)?.address;
    if (address) unique.set(address.toLowerCase(), address);
  }
  return [...unique.values()].map((recipient) => ({ recipient, field: 'RCPT' }));
}

/** A client that sends once more writes another Message-ID, date and boundary: its key stands for what these leave. */
const identityOf = ({ From, Subject, To }: SmtpRequest): object => ({ From, Subject, To });
