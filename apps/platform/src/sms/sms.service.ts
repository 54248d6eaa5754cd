import { Injectable } from '@nestjs/common';
import { Problem, invalidField } from '#libs/core/http';
import type { Idempotency } from '#libs/core/idempotency';
import { newId, type TenantId } from '#libs/core/persistence';
import { smsSegments, parseSender } from '#libs/messaging/sms';
import { BlockedMail } from '../admission/blocked-mail.js';
import { PlatformConfig } from '../config.js';
import { OWN_CARRIER_JOB } from '../delivery/delivery.js';
import type { SentContent } from '../messages/message.js';
import { idempotencyOf } from '../sending/idempotency.js';
import { Quotas } from '../sending/quotas.js';
import { sendAtOf } from '../sending/send-at.js';
import type { Sender } from '../sending/sender.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import type { Submission } from '../sending/submission.js';
import { TemplatesService } from '../templates/templates.service.js';
import { requireFilled, requireOneContent } from '../templates/template-use.js';
import { BODY_MAX, type SendSmsRequest } from './dto/send-sms.request.js';
import { SmsPolicyCache, type SmsPolicy } from './policy/sms-policy-cache.js';
import { SmsRecipients } from './policy/sms-recipients.js';
import { notASender } from './senders/sender-problems.js';
import { SmsCarriers } from './sms-carriers.js';

const ROUTE = 'sms.send';

/** Accepts texts. */
@Injectable()
export class SmsService {
  constructor(
    private readonly sending: SendingService,
    private readonly carriers: SmsCarriers,
    private readonly blocked: BlockedMail,
    private readonly policies: SmsPolicyCache,
    private readonly recipients: SmsRecipients,
    private readonly config: PlatformConfig,
    private readonly quotas: Quotas,
    private readonly templates: TemplatesService,
  ) {}

  /** @throws Problem PermissionDenied, InvalidRecipient, InvalidParameter, IdempotencyConflict, NotInstalled */
  async send(sender: Sender, request: SendSmsRequest, headerKey: string | undefined): Promise<Enqueued> {
    this.blocked.authorizeCaller();
    const idempotency = idempotencyOf(
      this.sending.keySpaceOf(ROUTE, sender.environment),
      headerKey,
      request.IdempotencyKey,
      request,
    );
    let submission: Submission;
    try {
      submission = await this.toSubmission(sender, request, idempotency);
    } catch (error) {
      return this.sending.replay(sender.tenant.id, idempotency, error);
    }
    return this.sending.accept(submission);
  }

  private async toSubmission(
    sender: Sender,
    request: SendSmsRequest,
    idempotency: Idempotency | null,
  ): Promise<Submission> {
    const policy = await this.policies.get(sender.tenant.id);
    const isOwn = sender.environment === 'live' && policy.credential !== null;
    if (!isOwn && !this.carriers.for(sender.environment)) {
      throw new Problem('NotInstalled', { message: 'No SMS carrier is set up on this installation' });
    }
    const recipients = this.recipients.check(request.To, policy, sender.environment);
    const text = await this.textOf(sender.tenant.id, request);
    const from = this.senderOf(request.From, policy, sender.environment);
    return {
      tenantId: sender.tenant.id,
      channel: 'sms',
      environment: sender.environment,
      messages: recipients.map((recipient) => ({ id: newId('sms'), recipient, field: 'To' })),
      sender: from,
      subject: '',
      content: contentOf(text, recipients),
      tags: request.Tags ?? null,
      templateId: request.TemplateId ?? null,
      topicId: request.TopicId,
      sendAt: sendAtOf(request.SendAt, new Date()),
      requiredDomain: null,
      ...(isOwn && { job: OWN_CARRIER_JOB }),
      idempotency,
      ...this.quotas.of(sender, 'sms'),
      segments: smsSegments(text).segments,
      counted: this.sending.counts(sender.environment),
      apiCalls: 1,
    };
  }

  /** @throws Problem as requireOneContent and the templates do, InvalidParameter for a text of no or too many characters */
  private async textOf(tenantId: TenantId, request: SendSmsRequest): Promise<string> {
    const { Body, TemplateId = '', TemplateData } = request;
    requireOneContent(request, 'Body', Body);
    if (Body !== undefined) return Body;
    const { text } = await this.templates.fillFor(tenantId, 'sms', TemplateId, TemplateData);
    const filled = text ?? '';
    requireFilled('Text', filled, BODY_MAX);
    return filled;
  }

  /**
   * A confirmed sender of the tenant, and under a test key also any number. Without one in the request it is the default
   * of the tenant, else that of the installation; empty if the carrier chooses. The sender of the installation is not
   * for the own carrier of a tenant.
   * @throws Problem InvalidParameter
   */
  private senderOf(from: string | undefined, policy: SmsPolicy, environment: Sender['environment']): string {
    if (from === undefined && policy.defaultSender !== undefined) return policy.defaultSender;
    if (from === undefined && environment === 'live' && policy.credential) throw needsSender();
    if (from === undefined) return (environment === 'live' ? this.config.smsFrom : '') ?? '';
    const sender = parseSender(from);
    if (!sender) throw notASender('From');
    if (environment === 'test' && sender.kind === 'number') return sender.value;
    if (policy.senders.has(sender.value)) return sender.value;
    throw invalidField('InvalidParameter', 'From', 'must be a confirmed sender of the account');
  }
}

const needsSender = (): Problem =>
  invalidField('InvalidParameter', 'From', 'must be given: the account has a carrier of its own and no default sender');

function contentOf(text: string, to: string[]): SentContent {
  return { text, html: null, to, cc: [], replyTo: [], headers: null, attachments: null, data: null };
}
