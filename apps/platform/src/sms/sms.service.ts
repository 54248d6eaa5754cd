import { Injectable } from '@nestjs/common';
import { Problem, refusedField, type ProblemDetail } from '#libs/http';
import { newId } from '#libs/persistence';
import { parseE164 } from '#libs/sms';
import { BlockedMail } from '../admission/blocked-mail.js';
import type { MessageContent } from '../messages/message.js';
import { idempotencyOf, type Idempotency } from '../sending/idempotency.js';
import { quotaOf } from '../sending/quota.js';
import type { Sender } from '../sending/sender.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import type { Submission } from '../sending/submission.js';
import type { SendSmsRequest } from './dto/send-sms.request.js';
import { SmsCarriers } from './sms-carriers.js';

const ROUTE = 'sms.send';

/** Accepts texts. */
@Injectable()
export class SmsService {
  constructor(
    private readonly sending: SendingService,
    private readonly carriers: SmsCarriers,
    private readonly blocked: BlockedMail,
  ) {}

  /** @throws Problem PermissionDenied, InvalidRecipient, InvalidParameter, IdempotencyConflict, NotInstalled */
  async send(sender: Sender, request: SendSmsRequest, headerKey: string | undefined): Promise<Enqueued> {
    this.blocked.authorizeCaller();
    const idempotency = idempotencyOf(ROUTE, headerKey, request.IdempotencyKey, request);
    let submission: Submission;
    try {
      submission = this.toSubmission(sender, request, idempotency);
    } catch (error) {
      return this.sending.replay(sender.tenant.id, idempotency, error);
    }
    return this.sending.accept(submission);
  }

  private toSubmission(sender: Sender, request: SendSmsRequest, idempotency: Idempotency | null): Submission {
    const recipients = recipientsOf(request.To);
    const from = senderOf(request.From);
    if (!this.carriers.for(sender.environment)) {
      throw new Problem('NotInstalled', { message: 'No SMS carrier is set up on this installation' });
    }
    return {
      tenantId: sender.tenant.id,
      channel: 'sms',
      environment: sender.environment,
      messages: recipients.map((recipient) => ({ id: newId('sms'), recipient })),
      sender: from ?? '',
      subject: '',
      content: contentOf(request.Body, recipients),
      tags: request.Tags ?? null,
      templateId: null,
      sendAt: null,
      requiredDomain: null,
      idempotency,
      quota: quotaOf(sender, 'sms'),
      counted: this.sending.counts(sender.environment),
      apiCalls: 1,
    };
  }
}

/** Each number once, in its one spelling. */
function recipientsOf(numbers: readonly string[]): string[] {
  const wrong: ProblemDetail[] = [];
  const recipients = numbers.flatMap((text, index) => {
    const number = parseE164(text);
    if (!number) wrong.push({ Field: `To[${index}]`, Message: 'must be a telephone number in E.164' });
    return number ?? [];
  });
  if (wrong.length > 0)
    throw new Problem('InvalidRecipient', { message: 'To has a number that is none', details: wrong });
  return [...new Set(recipients)];
}

function senderOf(from: string | undefined): string | undefined {
  if (from === undefined) return undefined;
  const number = parseE164(from);
  if (number) return number;
  throw refusedField('InvalidParameter', 'From', 'must be a telephone number in E.164');
}

function contentOf(text: string, to: string[]): MessageContent {
  return { text, html: null, to, cc: [], replyTo: [], headers: null, attachments: null, data: null };
}
