import { Injectable } from '@nestjs/common';
import { Problem, toProblem } from '#libs/http';
import { RelayBell } from '#libs/jobs';
import { carriedContext } from '#libs/observability';
import { Database, GroupCommitter, type TenantId } from '#libs/persistence';
import { PlatformConfig } from '../config.js';
import type { Idempotency } from './idempotency.js';
import { IdempotencyKeyRepository, type KeptAnswer } from './idempotency-key.repository.js';
import { domainNotVerified, quotaExceeded, suppressedAddress } from './rejections.js';
import type { Acceptance, Submission } from './submission.js';
import { SubmissionRepository } from './submission.repository.js';

/** Calls in one commit: more gain nothing from sharing it, and a larger statement delays those behind it. */
const GROUP_MAX = 128;

/** The answer to a call: the ids of its messages, and whether an earlier call with its key made them. */
export interface Enqueued {
  messageIds: string[];
  reused: boolean;
}

/** Accepts what calls send: once it answers, the messages are durable and will be delivered. */
@Injectable()
export class SendingService {
  private readonly group: GroupCommitter<Submission, Acceptance>;

  constructor(
    private readonly database: Database,
    private readonly submissions: SubmissionRepository,
    private readonly keys: IdempotencyKeyRepository,
    private readonly bell: RelayBell,
    private readonly config: PlatformConfig,
  ) {
    this.group = new GroupCommitter((together) => this.insert(together), {
      maxItems: GROUP_MAX,
      exclusiveKey: keyOf,
      failsTogether: (error) => toProblem(error).code === 'ServiceUnavailable',
    });
  }

  /** @throws Problem DomainNotVerified, SuppressedAddress, QuotaExceeded, IdempotencyConflict */
  async accept(submission: Submission): Promise<Enqueued> {
    const outcome = await this.group.submit({ ...submission, context: carriedContext() });
    if (outcome === 'accepted') return { messageIds: submission.messages.map(({ id }) => id), reused: false };
    if (outcome === 'unverified') throw domainNotVerified(submission.requiredDomain ?? '');
    if (typeof outcome === 'object') throw suppressedAddress(submission.messages, outcome.suppressed);
    const { tenantId, idempotency } = submission;
    const earlier = idempotency && (await this.find(tenantId, idempotency));
    if (earlier) return { messageIds: replayed(earlier, idempotency), reused: true };
    if (outcome === 'over-quota') throw quotaExceeded(new Date());
    // The key expired between the two statements: this call is now the first with it.
    return this.accept(submission);
  }

  /**
   * The answer to a rejected call. What was valid in a call may not be in its repetition: its time has come, its
   * template or device is gone, the plan is another. The repetition gets the answer of the first, and sends nothing.
   * @throws the rejection unless an earlier call has the key; IdempotencyConflict
   */
  async replay(tenantId: TenantId, idempotency: Idempotency | null, rejection: unknown): Promise<Enqueued> {
    const earlier = idempotency && mayReplay(rejection) && (await this.find(tenantId, idempotency));
    if (!earlier) throw rejection;
    return { messageIds: replayed(earlier, idempotency), reused: true };
  }

  /** In production, what test keys do is kept apart from usage. */
  counts(environment: 'live' | 'test'): boolean {
    return environment === 'live' || !this.config.isProduction;
  }

  /** Submissions that arrive together, of any tenants, share a commit. */
  private async insert(submissions: Submission[]): Promise<Acceptance[]> {
    const tenantIds = [...new Set(submissions.map(({ tenantId }) => tenantId))];
    const outcomes = await this.database.tenants(tenantIds, (tx) => this.submissions.insert(tx, submissions));
    this.bell.ring();
    return outcomes;
  }

  private async find(tenantId: TenantId, idempotency: Idempotency): Promise<KeptAnswer<string[]> | undefined> {
    return this.database.tenants([tenantId], (tx) => this.keys.find<string[]>(tx, tenantId, idempotency));
  }
}

function keyOf({ tenantId, idempotency }: Submission): string | undefined {
  return idempotency ? `${tenantId} ${idempotency.route} ${idempotency.key}` : undefined;
}

/** Whether a call that is rejected so may repeat one that was accepted: a body of the wrong form never was. */
export function mayReplay(rejection: unknown): boolean {
  return rejection instanceof Problem && rejection.code !== 'ValidationError';
}

/** The answer of an earlier call for its repetition. @throws Problem IdempotencyConflict if it asked for something else */
export function replayed<T>(earlier: KeptAnswer<T>, { bodyHash }: Idempotency): T {
  if (earlier.bodyHash !== bodyHash) throw new Problem('IdempotencyConflict');
  return earlier.response;
}
