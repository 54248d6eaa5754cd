import { Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '#libs/core/auth';
import { CompiledValidationPipe, Problem, toProblem, type ProblemDetail } from '#libs/core/http';
import { IdempotencyKeyRepository, replayed, type Idempotency, type KeptAnswer } from '#libs/core/idempotency';
import { RelayWakeup } from '#libs/core/jobs';
import { Database, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { BlockedMail } from '../admission/blocked-mail.js';
import { Attachments } from '../attachments/attachments.service.js';
import { idempotencyOf } from '../sending/idempotency.js';
import { domainNotVerified, limitExceeded, suppressedAddress } from '../sending/rejections.js';
import { unknownTopic } from '../topics/unknown-topic.js';
import { mayReplay, SendingService } from '../sending/sending.service.js';
import {
  isOverLimit,
  isSuppressed,
  withoutSuppressed,
  type Acceptance,
  type Submission,
} from '../sending/submission.js';
import { SubmissionRepository } from '../sending/submission.repository.js';
import type { SendBatchRequest } from './dto/send-batch.request.js';
import { SendEmailRequest } from './dto/send-email.request.js';
import { EmailChannel, type EmailCall } from './email-channel.js';

/** Batches have keys of their own; an item shares those of single calls. */
const BATCH_ROUTE = 'emails.batch';

export interface ItemError {
  code: string;
  message: string;
  details?: readonly ProblemDetail[];
}

/** The message ids of one item, or its error. */
export type ItemResult = { messageIds: string[] } | { error: ItemError };

/** The answer to a batch: a result for each item, in order. */
export interface BatchAnswer {
  results: ItemResult[];
  reused: boolean;
}

/** An item that may be accepted, with its place in the request. */
interface Item {
  index: number;
  submission: Submission;
}

/** An item that is rejected unless it repeats an earlier call. */
interface RejectedItem {
  index: number;
  idempotency: Idempotency | null;
  error: unknown;
}

type Answers = ReadonlyMap<string, KeptAnswer<string[]>>;

/** Accepts many e-mails in one call and one transaction; an item that cannot be accepted fails alone. */
@Injectable()
export class BatchService {
  private readonly validation = new CompiledValidationPipe();

  constructor(
    private readonly database: Database,
    private readonly emails: EmailChannel,
    private readonly submissions: SubmissionRepository,
    private readonly keys: IdempotencyKeyRepository,
    private readonly attachments: Attachments,
    private readonly sending: SendingService,
    private readonly blocked: BlockedMail,
    private readonly wakeup: RelayWakeup,
  ) {}

  /**
   * A repetition under the key of an earlier call answers as that one for the items that were accepted, and tries the others
   * again: a quota may have been raised meanwhile, or a suppression lifted.
   * @param asked what the key stands for; the request itself if absent
   * @throws Problem PermissionDenied, IdempotencyConflict if another batch has the key of the call
   */
  async send(
    sender: KeyPrincipal,
    request: SendBatchRequest,
    headerKey: string | undefined,
    asked: object = request,
  ): Promise<BatchAnswer> {
    this.blocked.authorizeCaller();
    const keySpace = this.sending.keySpaceOf(this.emails.route, sender.environment);
    const batchKeys = this.sending.keySpaceOf(BATCH_ROUTE, sender.environment);
    const idempotency = idempotencyOf(batchKeys, headerKey, undefined, asked);
    const results = new Array<ItemResult>(request.Messages.length);
    const { items, rejected } = await this.prepareItems(sender, request.Messages);
    await this.answerRejected(sender.tenant.id, keySpace, rejected, results);
    const { first, repeated } = splitRepeated(items);
    const submissions = await this.attachments.storeAll(first.map(({ submission }) => submission));
    const counted = this.sending.counts(sender.environment);
    const answer = await this.database.tenants([sender.tenant.id], async (tx): Promise<BatchAnswer> => {
      const earlier = idempotency && (await this.findEarlier(tx, sender.tenant.id, idempotency));
      const isOpen = ({ index }: Item): boolean => !isAccepted(earlier?.[index]);
      const open = first.filter(isOpen);
      const outcomes = await this.insert(
        tx,
        open,
        submissions.filter((_, n) => isOpen(first[n] as Item)),
      );
      const answers = await this.keys.list<string[]>(tx, sender.tenant.id, keySpace, keysToReplay(open, outcomes));
      open.forEach((item, n) => (results[item.index] = resultOf(item, outcomes[n], answers)));
      earlier?.forEach((result, index) => isAccepted(result) && (results[index] = result));
      for (const [item, original] of repeated.filter(([again]) => isOpen(again))) {
        results[item.index] = repeatedResult(item, original, results);
      }
      const isCounted = counted && outcomes.includes('accepted');
      await this.submissions.finishBatch(tx, sender.tenant.id, idempotency, results, isCounted);
      return { results, reused: earlier !== null };
    });
    this.wakeup.announce();
    return answer;
  }

  /** Inserts the items, and without their suppressed recipients those that go to the others; the items then have these alone. */
  private async insert(
    tx: SqlExecutor,
    items: readonly Item[],
    submissions: readonly Submission[],
  ): Promise<Acceptance[]> {
    const outcomes = await this.submissions.insert(tx, submissions);
    const others = submissions.flatMap((submission, n) => {
      const rest = withoutSuppressed(submission, outcomes[n]!);
      return rest ? { n, rest } : [];
    });
    if (others.length === 0) return outcomes;
    const later = await this.submissions.insert(
      tx,
      others.map(({ rest }) => rest),
    );
    for (const [index, { n, rest }] of others.entries()) {
      outcomes[n] = later[index]!;
      items[n]!.submission = rest;
    }
    return outcomes;
  }

  /** The results of the call that has the key; null if this is the first. @throws Problem IdempotencyConflict */
  private async findEarlier(
    tx: SqlExecutor,
    tenantId: TenantId,
    idempotency: Idempotency,
  ): Promise<readonly ItemResult[] | null> {
    if (await this.keys.insert(tx, tenantId, idempotency)) return null;
    const earlier = await this.keys.lockForUpdate<ItemResult[]>(tx, tenantId, idempotency);
    return earlier ? replayed(earlier, idempotency) : null;
  }

  private async prepareItems(
    sender: KeyPrincipal,
    messages: readonly unknown[],
  ): Promise<{ items: Item[]; rejected: RejectedItem[] }> {
    const items: Item[] = [];
    const rejected: RejectedItem[] = [];
    const requests = this.validate(messages, rejected);
    const filling = await this.emails.fillingFor(
      sender,
      requests.map(([, request]) => request),
    );
    const raws = await this.emails.rawsFor(requests.map(([, request]) => request));
    const files = await this.emails.filesFor(
      sender,
      requests.map(([, request]) => request),
    );
    for (const [index, request] of requests) {
      const item = this.prepareItem({ sender, filling, raws, files }, index, request);
      if ('submission' in item) items.push(item);
      else rejected.push(item);
    }
    return { items, rejected };
  }

  /** The valid requests with their indexes. An item whose text cannot be stored is a Problem; see `ValidateEachRow`. */
  private validate(messages: readonly unknown[], rejected: RejectedItem[]): [number, SendEmailRequest][] {
    const valid: [number, SendEmailRequest][] = [];
    for (const [index, message] of messages.entries()) {
      try {
        if (message instanceof Problem) throw message;
        const request = this.validation.transform(message, { type: 'body', metatype: SendEmailRequest });
        valid.push([index, request as SendEmailRequest]);
      } catch (error) {
        rejected.push({ index, idempotency: null, error });
      }
    }
    return valid;
  }

  private prepareItem(
    call: Pick<EmailCall, 'sender' | 'filling' | 'raws' | 'files'>,
    index: number,
    request: SendEmailRequest,
  ): Item | RejectedItem {
    let idempotency: Idempotency | null = null;
    try {
      idempotency = this.sending.idempotencyOf(this.emails, call.sender, request);
      return { index, submission: this.emails.toSubmission(request, { ...call, idempotency, apiCalls: 0 }) };
    } catch (error) {
      return { index, idempotency, error };
    }
  }

  /** An item that is rejected now may repeat one that was accepted; it gets that answer. See {@link SendingService.replay}. */
  private async answerRejected(
    tenantId: TenantId,
    keySpace: string,
    rejected: readonly RejectedItem[],
    results: ItemResult[],
  ): Promise<void> {
    const keys = rejected.flatMap(({ idempotency, error }) =>
      idempotency && mayReplay(error) ? [idempotency.key] : [],
    );
    const answers =
      keys.length > 0 ? await this.listAnswers(tenantId, keySpace, keys) : new Map<string, KeptAnswer<string[]>>();
    for (const { index, idempotency, error } of rejected) {
      const earlier = idempotency && mayReplay(error) && answers.get(idempotency.key);
      results[index] = earlier ? replayedResult(earlier, idempotency) : { error: toItemError(error) };
    }
  }

  private async listAnswers(tenantId: TenantId, keySpace: string, keys: readonly string[]): Promise<Answers> {
    return this.database.tenants([tenantId], (tx) => this.keys.list<string[]>(tx, tenantId, keySpace, keys));
  }
}

const isAccepted = (result: ItemResult | undefined): boolean => result !== undefined && 'messageIds' in result;

/** Separates the items whose key an earlier item of the same batch has: one key is accepted once. */
function splitRepeated(items: readonly Item[]): { first: Item[]; repeated: [Item, Item][] } {
  const byKey = new Map<string, Item>();
  const first: Item[] = [];
  const repeated: [Item, Item][] = [];
  for (const item of items) {
    const key = item.submission.idempotency?.key;
    const original = key === undefined ? undefined : byKey.get(key);
    if (original) repeated.push([item, original]);
    else first.push(item);
    if (key !== undefined && !original) byKey.set(key, item);
  }
  return { first, repeated };
}

/** An item that is over a limit now may repeat one that the limit had room for. */
function keysToReplay(items: readonly Item[], outcomes: readonly Acceptance[]): string[] {
  return items.flatMap(({ submission: { idempotency } }, n) => {
    const outcome = outcomes[n];
    return idempotency && outcome && (outcome === 'repeated' || isOverLimit(outcome)) ? [idempotency.key] : [];
  });
}

function resultOf({ submission }: Item, outcome: Acceptance | undefined, answers: Answers): ItemResult {
  const { idempotency, messages, requiredDomain } = submission;
  if (outcome === 'accepted') return { messageIds: messages.map(({ id }) => id) };
  if (outcome === 'unverified') return { error: toItemError(domainNotVerified(requiredDomain ?? '')) };
  if (outcome === 'unknown-topic') return { error: toItemError(unknownTopic()) };
  if (outcome && isSuppressed(outcome)) return { error: toItemError(suppressedAddress(messages, outcome.suppressed)) };
  const earlier = idempotency && answers.get(idempotency.key);
  if (earlier) return replayedResult(earlier, idempotency);
  return { error: toItemError(outcome && isOverLimit(outcome) ? limitExceeded(outcome, new Date()) : conflict()) };
}

function replayedResult(earlier: KeptAnswer<string[]>, idempotency: Idempotency): ItemResult {
  try {
    return { messageIds: replayed(earlier, idempotency) };
  } catch (error) {
    return { error: toItemError(error) };
  }
}

function repeatedResult(item: Item, original: Item, results: readonly ItemResult[]): ItemResult {
  const isSame = item.submission.idempotency?.bodyHash === original.submission.idempotency?.bodyHash;
  const result = results[original.index];
  return isSame && result ? result : { error: toItemError(conflict()) };
}

const conflict = (): Problem => new Problem('IdempotencyConflict');

function toItemError(error: unknown): ItemError {
  const { code, message, details } = toProblem(error);
  return { code, message, ...(details ? { details } : {}) };
}
