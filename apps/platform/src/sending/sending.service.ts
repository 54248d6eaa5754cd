import { Injectable } from '@nestjs/common';
import { Problem, toProblem } from '#libs/core/http';
import { IdempotencyKeyRepository, replayed, type Idempotency, type KeptAnswer } from '#libs/core/idempotency';
import { RelayWakeup } from '#libs/core/jobs';
import { carriedContext } from '#libs/core/observability';
import { Database, GroupCommitter, newId, type TenantId } from '#libs/core/persistence';
import { BlockedMail } from '../admission/blocked-mail.js';
import { Attachments } from '../attachments/attachments.service.js';
import { CHANNEL_PREFIX } from '../channel.js';
import { PlatformConfig } from '../config.js';
import { unknownTopic } from '../topics/unknown-topic.js';
import { idempotencyOf } from './idempotency.js';
import { Quotas } from './quotas.js';
import { domainNotVerified, limitExceeded, suppressedAddress } from './rejections.js';
import { sendAtOf } from './send-at.js';
import type { Sender } from './sender.js';
import type { Draft, SendingChannel, SendRequest } from './sending-channel.js';
import { isOverLimit, isSuppressed, withoutSuppressed, type Acceptance, type Submission } from './submission.js';
import { SubmissionRepository } from './submission.repository.js';

/** The most calls in one commit. A larger group gains nothing and delays the calls behind it. */
const GROUP_MAX = 128;

/** The answer to a call: the ids of its messages, and whether an earlier call with its key made them. */
export interface Enqueued {
  messageIds: string[];
  reused: boolean;
  /** Recipients that were left out, since they are suppressed; absent without any, and in a replay. */
  skipped?: string[];
}

/** Call, beside its message: who sends, what repeats it, and how often it counts. */
export interface SendCall {
  sender: Sender;
  idempotency: Idempotency | null;
  /** API calls that it counts as: one, or none for an item of a batch. */
  apiCalls: number;
}

/** Accepts what calls send: once it answers, the messages are durable and will be delivered. */
@Injectable()
export class SendingService {
  private readonly group: GroupCommitter<Submission, Acceptance>;

  constructor(
    private readonly database: Database,
    private readonly submissions: SubmissionRepository,
    private readonly keys: IdempotencyKeyRepository,
    private readonly wakeup: RelayWakeup,
    private readonly config: PlatformConfig,
    private readonly blocked: BlockedMail,
    private readonly attachments: Attachments,
    private readonly quotas: Quotas,
  ) {
    this.group = new GroupCommitter((together) => this.insert(together), {
      maxItems: GROUP_MAX,
      exclusiveKey: keyOf,
      failsWholeGroup: (error) => toProblem(error).code === 'ServiceUnavailable',
    });
  }

  /**
   * Sends the message of a request: all channels go this way.
   * @param asked what an idempotency key stands for; the request itself if absent
   * @throws Problem PermissionDenied, PlanLimitExceeded, what the channel throws, and what {@link accept} throws
   */
  async send<R extends SendRequest, D extends Draft>(
    channel: SendingChannel<R, D>,
    sender: Sender,
    request: R,
    headerKey: string | undefined,
    asked: object = request,
  ): Promise<Enqueued> {
    this.blocked.authorizeCaller();
    const idempotency = this.idempotencyOf(channel, sender, request, headerKey, asked);
    let submission: Submission;
    try {
      const draft = await channel.draft(sender, request);
      submission = this.toSubmission(channel, request, draft, { sender, idempotency, apiCalls: 1 });
    } catch (error) {
      return this.replay(sender.tenant.id, idempotency, error);
    }
    // Blobs are durable before the row that refers to them. Without attachments there is nothing to wait for.
    const { attachments, raw } = submission.content;
    if (attachments || raw) submission = await this.attachments.store(submission);
    return this.accept(submission);
  }

  /** The idempotency of a call of a channel. @throws Problem InvalidParameter (422) for a malformed key */
  idempotencyOf(
    { route }: Pick<SendingChannel, 'route'>,
    { environment }: Sender,
    request: SendRequest,
    headerKey?: string,
    asked: object = request,
  ): Idempotency | null {
    return idempotencyOf(this.keySpaceOf(route, environment), headerKey, request.IdempotencyKey, asked);
  }

  /**
   * Makes the submission of a request, which accepting writes.
   * @throws Problem InvalidParameter for SendAt, PlanLimitExceeded, and what the channel has blocked
   */
  toSubmission<R extends SendRequest, D extends Draft>(
    channel: SendingChannel<R, D>,
    request: R,
    draft: D,
    { sender, idempotency, apiCalls }: SendCall,
  ): Submission {
    const { tenant, environment } = sender;
    const submission: Submission = {
      tenantId: tenant.id,
      channel: channel.channel,
      environment,
      messages: draft.recipients.map(({ recipient, field }) => ({
        id: newId(CHANNEL_PREFIX[channel.channel]),
        recipient,
        field,
      })),
      sender: draft.sender,
      subject: draft.subject,
      content: draft.content,
      tags: request.Tags ?? null,
      messageId: draft.messageId,
      templateId: draft.templateId ?? null,
      topicId: request.TopicId,
      sendAt: sendAtOf(request.SendAt, new Date()),
      skipsSuppressed: request.SkipSuppressed ?? false,
      requiredDomain: draft.requiredDomain ?? null,
      job: draft.job,
      idempotency,
      ...this.quotas.of(sender, channel.channel),
      segments: draft.segments,
      counted: this.counts(environment),
      apiCalls,
    };
    channel.rejectBlocked?.(draft);
    return submission;
  }

  /** @throws Problem DomainNotVerified, InvalidParameter for an unknown topic, SuppressedAddress, QuotaExceeded, IdempotencyConflict */
  async accept(submission: Submission): Promise<Enqueued> {
    const outcome = await this.group.submit({ ...submission, context: carriedContext() });
    if (outcome === 'accepted') return { messageIds: submission.messages.map(({ id }) => id), reused: false };
    if (outcome === 'unverified') throw domainNotVerified(submission.requiredDomain ?? '');
    if (outcome === 'unknown-topic') throw unknownTopic();
    const others = withoutSuppressed(submission, outcome);
    if (others) return { ...(await this.accept(others)), skipped: recipientsLost(submission, others) };
    if (isSuppressed(outcome)) throw suppressedAddress(submission.messages, outcome.suppressed);
    const { tenantId, idempotency } = submission;
    const earlier = idempotency && (await this.find(tenantId, idempotency));
    if (earlier) return { messageIds: replayed(earlier, idempotency), reused: true };
    if (isOverLimit(outcome)) throw limitExceeded(outcome, new Date());
    // The key expired between the two statements: this call is now the first with it.
    return this.accept(submission);
  }

  /**
   * The answer to a rejected call. A call that was valid may be rejected when it is repeated: its time has passed, its
   * template or device was deleted, the plan has changed. The replay gets the answer of the first call and sends nothing.
   * @throws the rejection unless an earlier call has the key; IdempotencyConflict
   */
  async replay(tenantId: TenantId, idempotency: Idempotency | null, rejection: unknown): Promise<Enqueued> {
    const earlier = idempotency && mayReplay(rejection) && (await this.find(tenantId, idempotency));
    if (!earlier) throw rejection;
    return { messageIds: replayed(earlier, idempotency), reused: true };
  }

  /** In production, test keys do not count as usage. */
  counts(environment: 'live' | 'test'): boolean {
    return environment === 'live' || !this.config.isProduction;
  }

  /** The space of a route's idempotency keys: in production, test keys have one of their own. */
  keySpaceOf(route: string, environment: 'live' | 'test'): string {
    return this.counts(environment) ? route : `test ${route}`;
  }

  /** Submissions that arrive together, of any tenants, share a commit. */
  private async insert(submissions: Submission[]): Promise<Acceptance[]> {
    const tenantIds = [...new Set(submissions.map(({ tenantId }) => tenantId))];
    const outcomes = await this.database.tenants(tenantIds, (tx) => this.submissions.insert(tx, submissions));
    this.wakeup.announce();
    return outcomes;
  }

  private async find(tenantId: TenantId, idempotency: Idempotency): Promise<KeptAnswer<string[]> | undefined> {
    return this.database.tenants([tenantId], (tx) => this.keys.find<string[]>(tx, tenantId, idempotency));
  }
}

function recipientsLost({ messages }: Submission, others: Submission): string[] {
  const kept = new Set(others.messages.map(({ id }) => id));
  return messages.flatMap(({ id, recipient }) => (kept.has(id) ? [] : recipient));
}

function keyOf({ tenantId, idempotency }: Submission): string | undefined {
  return idempotency ? `${tenantId} ${idempotency.route} ${idempotency.key}` : undefined;
}

/** Whether a call with this rejection may replay an accepted one. A malformed body never was accepted. */
export function mayReplay(rejection: unknown): boolean {
  return rejection instanceof Problem && rejection.code !== 'ValidationError';
}
