import { Injectable } from '@nestjs/common';
import type { TenantView } from '#libs/core/auth';
import { bodyHash } from '#libs/core/idempotency';
import { Database, type TenantId } from '#libs/core/persistence';
import { sha256Hex } from '#libs/core/secrets';
import { plainName } from '#libs/messaging/notices';
import { PlatformConfig } from '../config.js';
import { EmailChannel } from '../emails/email-channel.js';
import type { SendEmailRequest } from '../emails/dto/send-email.request.js';
import { ConfirmationSenders } from '../lists/confirmation/confirmation-senders.js';
import { PushChannel } from '../push/sending/push-channel.js';
import type { SendPushRequest } from '../push/sending/dto/send-push.request.js';
import type { Sender } from '../sending/sender.js';
import { SendingService } from '../sending/sending.service.js';
import type { Submission } from '../sending/submission.js';
import type { TemplateData } from '../templates/template-renderer.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { JourneyFault, JourneyMessage } from './journey-message.js';

const ROUTE = 'journey-message';

/** Makes messages of the tenant of what journeys ask for, as its own calls would. */
@Injectable()
export class JourneySubmissions {
  constructor(
    private readonly database: Database,
    private readonly senders: ConfirmationSenders,
    private readonly sending: SendingService,
    private readonly emails: EmailChannel,
    private readonly pushes: PushChannel,
    private readonly templates: TemplatesService,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem for what is invalid in the request */
  async make(tenant: TenantView, journeyMessage: JourneyMessage): Promise<Submission | JourneyFault> {
    const { message, channel } = journeyMessage;
    const sender = { tenant, environment: this.config.isProduction ? 'live' : 'test' } as const;
    // The same id is one message, however often it is asked for.
    const idempotency = { route: ROUTE, key: sha256Hex(message.id), bodyHash: bodyHash({}) };
    const call = { sender, idempotency, apiCalls: 0 };
    const made = channel === 'push' ? await this.push(journeyMessage, call) : await this.email(journeyMessage, call);
    return typeof made === 'string' ? made : { ...made, origin: message.origin };
  }

  private async email({ content, message }: JourneyMessage, call: Call): Promise<Submission | JourneyFault> {
    const { tenant, environment } = call.sender;
    const own = content.from === null ? await this.senderOf(tenant) : content.from;
    if (own === null) return 'no-sender';
    const request: SendEmailRequest = {
      Source: mailbox(content.fromName ?? tenant.name, own),
      Destination: { ToAddresses: [message.address] },
      ...(await this.contentOf(tenant.id, content, message.data)),
      ...(content.topic !== null && { TopicId: content.topic }),
      ListUnsubscribe: true,
      // Live accounts have set it for all of their mail; outside production nobody is tracked who does not ask for it.
      ...(environment === 'test' && { TrackOpens: true, TrackClicks: true }),
    };
    const filling = await this.emails.fillingFor(call.sender, [request]);
    return this.emails.toSubmission(request, { ...call, filling });
  }

  private async push({ content, message }: JourneyMessage, call: Call): Promise<Submission> {
    const { topic } = content;
    const request: SendPushRequest = {
      ...(await this.notificationOf(call.sender.tenant.id, content, message.data)),
      Topic: message.address,
      ...(topic !== null && { TopicId: topic }),
    };
    return this.sending.toSubmission(this.pushes, request, await this.pushes.draft(call.sender, request), call);
  }

  /** Content of its own is filled in as a template is. */
  private async contentOf(
    tenantId: TenantId,
    { templateId, subject, text, html }: JourneyMessage['content'],
    json: string,
  ): Promise<Pick<SendEmailRequest, 'Message' | 'TemplateId' | 'TemplateData'>> {
    const data = JSON.parse(json) as TemplateData;
    if (templateId !== null) return { TemplateId: templateId, TemplateData: data };
    const filled = await this.templates.fill(tenantId, { subject, text, html }, data);
    return {
      Message: {
        Subject: { Data: filled.subject ?? '' },
        Body: {
          ...(filled.text !== null && { Text: { Data: filled.text } }),
          ...(filled.html !== null && { Html: { Data: filled.html } }),
        },
      },
    };
  }

  private async notificationOf(
    tenantId: TenantId,
    { templateId, subject, text }: JourneyMessage['content'],
    json: string,
  ): Promise<Pick<SendPushRequest, 'Notification' | 'TemplateId' | 'TemplateData'>> {
    const data = JSON.parse(json) as TemplateData;
    if (templateId !== null) return { TemplateId: templateId, TemplateData: data };
    const filled = await this.templates.fill(tenantId, { subject, text, html: null }, data);
    return { Notification: { Title: filled.subject ?? '', Body: filled.text ?? '' } };
  }

  /** Never the installation's own address: what a tenant writes to its contacts comes from the tenant. */
  private async senderOf({ id }: TenantView): Promise<string | null> {
    const found = await this.database.tenant(id, (tx) => this.senders.find(tx, id));
    return found && !found.isShared ? found.address : null;
  }
}

interface Call {
  sender: Sender;
  idempotency: Submission['idempotency'];
  apiCalls: number;
}

/** A name that a user chose, as far as mail may show it. */
function mailbox(name: string, address: string): string {
  const shown = plainName(name).replaceAll(/["\\]/g, '');
  return shown ? `"${shown}" <${address}>` : address;
}
