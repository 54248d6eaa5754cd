import { Injectable } from '@nestjs/common';
import { newId } from '#libs/persistence';
import { idempotencyOf, type Idempotency } from '../sending/idempotency.js';
import { quotaOf } from '../sending/quota.js';
import { sendAtOf } from '../sending/send-at.js';
import type { Sender } from '../sending/sender.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import type { Submission } from '../sending/submission.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { SendEmailRequest } from './dto/send-email.request.js';
import { toEmailDraft } from './email-draft.js';
import { TemplateFilling } from './template-filling.js';

export const SEND_ROUTE = 'emails.send';

/** RFC 2606 and RFC 6761: domains that reach nobody. */
const RESERVED_DOMAIN = /(?:^|\.)(?:test|example|invalid)$/;

/** The domain that a sender's account must have verified; null where the environment needs no proof. */
export function requiredDomainOf(environment: 'live' | 'test', domain: string): string | null {
  return environment === 'test' && RESERVED_DOMAIN.test(domain) ? null : domain;
}

/** Accepts e-mails. */
@Injectable()
export class EmailsService {
  constructor(
    private readonly sending: SendingService,
    private readonly templates: TemplatesService,
  ) {}

  /** @throws Problem DomainNotVerified, InvalidRecipient, IdempotencyConflict and what the request itself has wrong */
  async send(sender: Sender, request: SendEmailRequest, headerKey: string | undefined): Promise<Enqueued> {
    const idempotency = idempotencyOf(SEND_ROUTE, headerKey, request.IdempotencyKey, request);
    return this.sending.acceptCall({ tenantId: sender.tenant.id, idempotency }, async () => {
      const filling = await this.fillingFor(sender, [request]);
      return this.toSubmission(sender, request, idempotency, 1, filling);
    });
  }

  /** Fills in the templates that the requests of one call name. */
  fillingFor({ tenant }: Sender, requests: readonly SendEmailRequest[]): Promise<TemplateFilling> {
    return TemplateFilling.of(this.templates, tenant.id, requests);
  }

  /** What accepting this request will write. @throws Problem for what the request has wrong */
  toSubmission(
    sender: Sender,
    request: SendEmailRequest,
    idempotency: Idempotency | null,
    apiCalls: number,
    filling: TemplateFilling,
  ): Submission {
    const { tenant, environment } = sender;
    const message = filling.messageOf(request);
    const { source, sourceDomain, recipients, subject, content, tags } = toEmailDraft(request, message);
    return {
      tenantId: tenant.id,
      channel: 'email',
      environment,
      messages: recipients.map((recipient) => ({ id: newId('msg'), recipient })),
      sender: source,
      subject,
      content,
      tags,
      templateId: request.TemplateId ?? null,
      sendAt: sendAtOf(request.SendAt, new Date()),
      requiredDomain: requiredDomainOf(environment, sourceDomain),
      idempotency,
      quota: quotaOf(sender, 'email'),
      counted: this.sending.counts(environment),
      apiCalls,
    };
  }
}
