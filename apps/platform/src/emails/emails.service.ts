import { Injectable } from '@nestjs/common';

import { newId } from '#libs/persistence';
import { idempotencyOf, type Idempotency } from '../sending/idempotency.js';
import type { Sender } from '../sending/sender.js';
import { SendingService, type Enqueued } from '../sending/sending.service.js';
import type { Submission } from '../sending/submission.js';
import type { SendEmailRequest } from './dto/send-email.request.js';
import { toEmailDraft } from './email-draft.js';

export const SEND_ROUTE = 'emails.send';

/** RFC 2606 and RFC 6761: domains that reach nobody. */
const RESERVED_DOMAIN = /(?:^|\.)(?:test|example|invalid)$/;

/** Accepts e-mails. */
@Injectable()
export class EmailsService {
  constructor(private readonly sending: SendingService) {}

  /** @throws Problem DomainNotVerified, InvalidRecipient, IdempotencyConflict and what the request itself has wrong */
  async send(sender: Sender, request: SendEmailRequest, headerKey: string | undefined): Promise<Enqueued> {
    const idempotency = idempotencyOf(SEND_ROUTE, headerKey, request.IdempotencyKey, request);
    return this.sending.accept(this.toSubmission(sender, request, idempotency, 1));
  }

  /** What accepting this request will write. @throws Problem for what the request has wrong */
  toSubmission(
    { tenant, environment }: Sender,
    request: SendEmailRequest,
    idempotency: Idempotency | null,
    apiCalls: number,
  ): Submission {
    const { source, sourceDomain, recipients, subject, content, tags } = toEmailDraft(request);
    const isReserved = environment === 'test' && RESERVED_DOMAIN.test(sourceDomain);
    return {
      tenantId: tenant.id,
      channel: 'email',
      environment,
      messages: recipients.map((recipient) => ({ id: newId('msg'), recipient })),
      sender: source,
      subject,
      content,
      tags,
      templateId: null,
      sendAt: null,
      requiredDomain: isReserved ? null : sourceDomain,
      idempotency,
      counted: this.sending.counts(environment),
      apiCalls,
    };
  }
}
