import { Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '#libs/auth';
import { Problem } from '#libs/http';
import { newId } from '#libs/persistence';
import { PlatformConfig } from '../config.js';
import type { EmailSubmission } from './accept-statement.js';
import type { SendEmailRequest } from './dto/send-email.request.js';
import { toEmailDraft } from './email-draft.js';
import { EmailsRepository } from './emails.repository.js';
import { idempotencyOf, type Idempotency } from './idempotency.js';

export const SEND_ROUTE = 'emails.send';

/** RFC 2606 and RFC 6761: domains that reach nobody. */
const RESERVED_DOMAIN = /(?:^|\.)(?:test|example|invalid)$/;

export interface Enqueued {
  messageIds: string[];
  reused: boolean;
}

/** Accepts one e-mail: once it answers, the e-mail is durable and will be delivered. */
@Injectable()
export class EmailsService {
  constructor(
    private readonly emails: EmailsRepository,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem DomainNotVerified, InvalidRecipient, IdempotencyConflict and what the request itself has wrong */
  async send(caller: KeyPrincipal, request: SendEmailRequest, headerKey: string | undefined): Promise<Enqueued> {
    const idempotency = idempotencyOf(SEND_ROUTE, headerKey, request.IdempotencyKey, request);
    const submission = this.toSubmission(caller, request, idempotency, 1);
    const outcome = await this.emails.accept(submission);
    if (outcome === 'unverified') throw domainNotVerified(submission.draft.sourceDomain);
    if (outcome === 'accepted') return { messageIds: submission.messageIds, reused: false };
    const held = idempotency && (await this.emails.heldAnswer<string[]>(caller.tenant.id, idempotency));
    // The key expired between the two looks: this call is then the first with it.
    if (!held) return this.send(caller, request, headerKey);
    if (held.bodyHash !== idempotency.bodyHash) throw new Problem('IdempotencyConflict');
    return { messageIds: held.response, reused: true };
  }

  /** What accepting this request will write. @throws Problem for what the request has wrong */
  toSubmission(
    { tenant, environment }: KeyPrincipal,
    request: SendEmailRequest,
    idempotency: Idempotency | null,
    apiCalls: number,
  ): EmailSubmission {
    const draft = toEmailDraft(request);
    const isReserved = environment === 'test' && RESERVED_DOMAIN.test(draft.sourceDomain);
    return {
      tenantId: tenant.id,
      environment,
      draft,
      messageIds: draft.recipients.map(() => newId('msg')),
      requiredDomain: isReserved ? null : draft.sourceDomain,
      idempotency,
      counted: this.counts(environment),
      apiCalls,
    };
  }

  /** In production, what test keys do is kept apart from usage. */
  counts(environment: 'live' | 'test'): boolean {
    return environment === 'live' || !this.config.isProduction;
  }
}

export function domainNotVerified(domain: string): Problem {
  return new Problem('DomainNotVerified', {
    message: `The domain ${domain} of Source is not verified for this account`,
    details: [{ Field: 'Source', Message: 'must be on a domain that the account has verified' }],
  });
}
