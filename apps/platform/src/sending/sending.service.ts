import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { BlockedMail } from '../admission/blocked-mail.js';
import { Attachments } from '../attachments/attachments.service.js';
import { PlatformConfig } from '../config.js';
import { quotaExceeded } from './quota.js';
import type { Submission } from './submission.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { suppressedAddress } from './suppressed-address.js';

/** What a call is answered with: the ids of its messages, and whether an earlier call with its key made them. */
export interface Enqueued {
  messageIds: string[];
  reused: boolean;
}

/** Accepts what a call asks to be sent: once it answers, the messages are durable and will be delivered. */
@Injectable()
export class SendingService {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly attachments: Attachments,
    private readonly blocked: BlockedMail,
    private readonly config: PlatformConfig,
  ) {}

  /**
   * Accepts what a call asks for, as `toSubmission` reads it. What was right when a call was accepted may be wrong when it
   * is repeated: its time has come, its template or its device is gone, the plan is another. Such a repetition is
   * answered as before. @throws Problem as {@link accept} does, and what `toSubmission` refuses
   */
  async acceptCall(
    call: Pick<Submission, 'tenantId' | 'idempotency'>,
    toSubmission: () => Submission | Promise<Submission>,
  ): Promise<Enqueued> {
    this.blocked.admitCaller();
    let submission: Submission;
    try {
      submission = await toSubmission();
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      return this.repetition(call, error);
    }
    return this.accept(submission);
  }

  /** @throws Problem DomainNotVerified, SuppressedAddress, PermissionDenied, QuotaExceeded, IdempotencyConflict */
  async accept(submission: Submission): Promise<Enqueued> {
    const refusal = this.blocked.refusalOf(submission);
    if (refusal) return this.repetition(submission, refusal);
    const { tenantId, idempotency, messages, requiredDomain } = submission;
    // Durable before the row that refers to it; without attachments there is nothing to wait for.
    const stored = submission.content.attachments ? await this.attachments.store([submission]) : [submission];
    const outcome = await this.submissions.accept(stored[0] ?? submission);
    if (outcome === 'unverified') throw domainNotVerified(requiredDomain ?? '');
    if (typeof outcome === 'object') throw suppressedAddress(submission, outcome.suppressed);
    if (outcome === 'accepted') return { messageIds: messages.map(({ id }) => id), reused: false };
    const held = idempotency && (await this.submissions.heldAnswer<string[]>(tenantId, idempotency));
    if (!held && outcome === 'over-quota') throw quotaExceeded(new Date());
    // The key expired between the two looks: this call is then the first with it.
    if (!held) return this.accept(submission);
    if (held.bodyHash !== idempotency.bodyHash) throw new Problem('IdempotencyConflict');
    return { messageIds: held.response, reused: true };
  }

  /**
   * What may not be sent any more is answered as before when it repeats a call that was accepted before: nothing is sent
   * by it. @throws the refusal when there was no such call, or IdempotencyConflict
   */
  async repetition(
    { tenantId, idempotency }: Pick<Submission, 'tenantId' | 'idempotency'>,
    refusal: Problem,
  ): Promise<Enqueued> {
    const held = idempotency && (await this.submissions.heldAnswer<string[]>(tenantId, idempotency));
    if (!held) throw refusal;
    if (held.bodyHash !== idempotency.bodyHash) throw new Problem('IdempotencyConflict');
    return { messageIds: held.response, reused: true };
  }

  /** In production, what test keys do is kept apart from usage. */
  counts(environment: 'live' | 'test'): boolean {
    return environment === 'live' || !this.config.isProduction;
  }
}

/** Whether a call that is refused so may be the repetition of one that was accepted: a body of the wrong form never was. */
export function mayRepeat(error: unknown): error is Problem {
  return error instanceof Problem && error.code !== 'ValidationError';
}

export function domainNotVerified(domain: string): Problem {
  return new Problem('DomainNotVerified', {
    message: `The domain ${domain} of Source is not verified for this account`,
    details: [{ Field: 'Source', Message: 'must be on a domain that the account has verified' }],
  });
}
