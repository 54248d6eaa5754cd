import { Injectable } from '@nestjs/common';
import { Problem, invalidField } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { smsSegments, parseSender } from '#libs/messaging/sms';
import { PlatformConfig } from '../config.js';
import { OWN_CARRIER_JOB } from '../delivery/delivery.js';
import type { Sender } from '../sending/sender.js';
import { plainContent, type Draft, type SendingChannel } from '../sending/sending-channel.js';
import { TemplatesService } from '../templates/templates.service.js';
import { requireFilled, requireOneContent } from '../templates/template-use.js';
import { BODY_MAX, SendSmsRequest } from './dto/send-sms.request.js';
import { SmsPolicyCache, type SmsPolicy } from './policy/sms-policy-cache.js';
import { SmsRecipients } from './policy/sms-recipients.js';
import { notASender } from './senders/sender-problems.js';
import { SmsCarriers } from './sms-carriers.js';

@Injectable()
export class SmsChannel implements SendingChannel<SendSmsRequest> {
  readonly channel = 'sms';
  readonly route = 'sms.send';
  readonly requestType = SendSmsRequest;

  constructor(
    private readonly carriers: SmsCarriers,
    private readonly policies: SmsPolicyCache,
    private readonly recipients: SmsRecipients,
    private readonly config: PlatformConfig,
    private readonly templates: TemplatesService,
  ) {}

  /** @throws Problem InvalidRecipient, InvalidParameter, NotInstalled */
  async draft({ tenant, environment }: Sender, request: SendSmsRequest): Promise<Draft> {
    const policy = await this.policies.get(tenant.id);
    const isOwn = environment === 'live' && policy.credential !== null;
    if (!isOwn && !this.carriers.for(environment)) {
      throw new Problem('NotInstalled', { message: 'No SMS carrier is set up on this installation' });
    }
    const to = this.recipients.check(request.To, policy, environment);
    const { text, templateId } = await this.textOf(tenant.id, request);
    return {
      sender: this.senderOf(request.From, policy, environment),
      recipients: to.map((recipient) => ({ recipient, field: 'To' })),
      subject: '',
      content: plainContent(text, to),
      templateId,
      segments: smsSegments(text).segments,
      ...(isOwn && { job: OWN_CARRIER_JOB }),
    };
  }

  /** @throws Problem as requireOneContent and the templates do, InvalidParameter for a text of no or too many characters */
  private async textOf(tenantId: TenantId, request: SendSmsRequest): Promise<{ text: string; templateId?: string }> {
    const { Body, TemplateId = '', TemplateData } = request;
    requireOneContent(request, 'Body', Body);
    if (Body !== undefined) return { text: Body };
    const { template, parts } = await this.templates.fillFor(tenantId, 'sms', TemplateId, TemplateData);
    const text = parts.text ?? '';
    requireFilled('Text', text, BODY_MAX);
    return { text, templateId: template.id };
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
