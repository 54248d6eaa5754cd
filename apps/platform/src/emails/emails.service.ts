import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type { Idempotency } from '#libs/core/idempotency';
import { newId } from '#libs/core/persistence';
import { BlockedMail } from '../admission/blocked-mail.js';
import { Attachments } from '../attachments/attachments.service.js';
import { idempotencyOf } from '../sending/idempotency.js';
import { Quotas } from '../sending/quotas.js';
import { suppressedAddress } from '../sending/rejections.js';
import { sendAtOf } from '../sending/send-at.js';
import type { Sender } from '../sending/sender.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import type { Submission } from '../sending/submission.js';
import { TemplatesService } from '../templates/templates.service.js';
import type { SendEmailRequest } from './dto/send-email.request.js';
import { toEmailDraft, type EmailDraft } from './email-draft.js';
import { TemplateFilling } from './template-filling.js';

export const SEND_ROUTE = 'emails.send';

/** RFC 2606 and RFC 6761: domains without a receiver. */
const RESERVED_DOMAIN = /(?:^|\.)(?:test|example|invalid)$/;

/** The domain that a sender's tenant must have verified; null where the environment needs no proof. */
export function requiredDomainOf(environment: 'live' | 'test', domain: string): string | null {
  return environment === 'test' && RESERVED_DOMAIN.test(domain) ? null : domain;
}

/** Values that the e-mails of one call share. */
export interface EmailCall {
  sender: Sender;
  filling: TemplateFilling;
  /** API calls that each e-mail counts as: one, or none for an item of a batch. */
  apiCalls: number;
}

/** Accepts e-mails. */
@Injectable()
export class EmailsService {
  constructor(
    private readonly sending: SendingService,
    private readonly templates: TemplatesService,
    private readonly attachments: Attachments,
    private readonly blocked: BlockedMail,
    private readonly quotas: Quotas,
  ) {}

  /**
   * @throws Problem PermissionDenied, DomainNotVerified, InvalidRecipient, SuppressedAddress, QuotaExceeded,
   * IdempotencyConflict, and what is invalid in the request
   */
  async send(sender: Sender, request: SendEmailRequest, headerKey: string | undefined): Promise<Enqueued> {
    this.blocked.authorizeCaller();
    const idempotency = idempotencyOf(
      this.sending.keySpaceOf(SEND_ROUTE, sender.environment),
      headerKey,
      request.IdempotencyKey,
      request,
    );
    let submission: Submission;
    try {
      const filling = await this.fillingFor(sender, [request]);
      submission = this.toSubmission({ sender, filling, apiCalls: 1 }, request, idempotency);
    } catch (error) {
      return this.sending.replay(sender.tenant.id, idempotency, error);
    }
    // Blobs are durable before the row that refers to them. Without attachments there is nothing to wait for.
    if (submission.content.attachments) submission = await this.attachments.store(submission);
    return this.sending.accept(submission);
  }

  /** Reads the templates that the requests of one call name, in one statement. */
  fillingFor({ tenant }: Sender, requests: readonly SendEmailRequest[]): Promise<TemplateFilling> {
    return TemplateFilling.of(this.templates, tenant.id, requests);
  }

  /**
   * Makes the submission of a request, which accepting writes.
   * @throws Problem PermissionDenied (blocked sender), SuppressedAddress (blocked recipient), InvalidRecipient,
   * PlanLimitExceeded, and what is invalid in the request
   */
  toSubmission(
    { sender, filling, apiCalls }: EmailCall,
    request: SendEmailRequest,
    idempotency: Idempotency | null,
  ): Submission {
    const { tenant, environment } = sender;
    const draft = toEmailDraft(request, filling.messageOf(request));
    const submission: Submission = {
      tenantId: tenant.id,
      channel: 'email',
      environment,
      messages: draft.recipients.map(({ address, field }) => ({ id: newId('msg'), recipient: address, field })),
      sender: draft.source,
      subject: draft.subject,
      content: draft.content,
      tags: draft.tags,
      templateId: request.TemplateId ?? null,
      topicId: request.TopicId,
      sendAt: sendAtOf(request.SendAt, new Date()),
      requiredDomain: requiredDomainOf(environment, draft.sourceDomain),
      idempotency,
      ...this.quotas.of(sender, 'email'),
      counted: this.sending.counts(environment),
      apiCalls,
    };
    this.rejectBlocked(draft, submission);
    return submission;
  }

  private rejectBlocked({ sourceAddress }: EmailDraft, { messages }: Submission): void {
    if (this.blocked.isBlocked(sourceAddress)) throw senderBlocked();
    const blocked = this.blocked.listBlocked(messages.map(({ recipient }) => recipient));
    if (blocked.length > 0) throw suppressedAddress(messages, blocked, 'is blocked on this platform');
  }
}

function senderBlocked(): Problem {
  const message = 'Source is blocked on this platform';
  return new Problem('PermissionDenied', {
    message,
    details: [{ Field: 'Source', Message: 'is blocked on this platform' }],
  });
}
