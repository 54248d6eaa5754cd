import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { Database } from '#libs/core/persistence';
import { textBeside } from '#libs/mail/mime';
import { PlatformConfig } from '../config.js';
import { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { EmailChannel } from '../emails/email-channel.js';
import { sessionSender } from '../sending/sender.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import type { TemplateParts } from '../templates/template-renderer.js';
import { TestRecipients } from './test-recipients.js';

const PREFIX = '[Test] ';
/** The longest subject that a request may have. */
const SUBJECT_MAX = 998;

/** E-mail that is tried: its parts are filled in already. */
export interface TestMail {
  source: string;
  parts: TemplateParts;
  replyTo?: string[];
  /** Topic or list that people leave by its links. */
  topicId?: string;
  /** Template or campaign that it is a test of. */
  of: { type: 'template' | 'campaign'; id: string };
}

/** Says whom a test goes to, and how the call may be repeated. */
export interface TestCall {
  /** The user who sends it when absent. */
  to: string | undefined;
  /** A repetition with the same key sends nothing. */
  idempotencyKey?: string;
}

/** Sends what is being written to those who write it, as any other message: it counts, and is in the history. */
@Injectable()
export class TestSends {
  constructor(
    private readonly recipients: TestRecipients,
    private readonly sending: SendingService,
    private readonly emails: EmailChannel,
    private readonly database: Database,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem as {@link TestRecipients.choose} and {@link SendingService.send} do */
  async send(mail: TestMail, { to, idempotencyKey }: TestCall): Promise<Enqueued> {
    const sender = sessionSender(this.config.isProduction);
    const request = requestOf(mail, await this.recipients.choose(to));
    if (idempotencyKey !== undefined) request.IdempotencyKey = idempotencyKey;
    const enqueued = await this.sending.send(this.emails, sender, request, undefined);
    if (enqueued.reused) return enqueued;
    const { of } = mail;
    await this.database.tenant(sender.tenant.id, (tx) =>
      recordAudit(tx, {
        action: `${of.type}.tested`,
        object: of,
        tenantId: sender.tenant.id,
        after: { messageId: enqueued.messageIds[0] ?? null },
      }),
    );
    return enqueued;
  }
}

function requestOf({ source, parts, replyTo, topicId }: TestMail, to: string): SendEmailRequest {
  const { subject, html } = parts;
  const text = textBeside(parts) ?? '';
  return Object.assign(new SendEmailRequest(), {
    Source: source,
    Destination: { ToAddresses: [to] },
    Message: {
      Subject: { Data: `${PREFIX}${subject ?? ''}`.slice(0, SUBJECT_MAX) },
      Body: { ...(text !== '' && { Text: { Data: text } }), ...(html !== null && { Html: { Data: html } }) },
    },
    ...(replyTo && { ReplyToAddresses: replyTo }),
    ...(topicId !== undefined && { TopicId: topicId }),
    TrackOpens: false,
    TrackClicks: false,
  });
}
