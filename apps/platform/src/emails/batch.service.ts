import { Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '#libs/auth';
import { CompiledValidationPipe, Problem, toProblem, type ProblemDetail } from '#libs/http';
import type { TenantId } from '#libs/persistence';
import { BlockedMail } from '../admission/blocked-mail.js';
import { Attachments } from '../attachments/attachments.service.js';
import { idempotencyOf, type Idempotency } from '../sending/idempotency.js';
import { quotaExceeded } from '../sending/quota.js';
import { domainNotVerified, mayRepeat, SendingService } from '../sending/sending.service.js';
import type { Acceptance, Submission } from '../sending/submission.js';
import { SubmissionsRepository, type HeldAnswer } from '../sending/submissions.repository.js';
import { suppressedAddress } from '../sending/suppressed-address.js';
import type { SendBatchRequest } from './dto/send-batch.request.js';
import { SendEmailRequest } from './dto/send-email.request.js';
import { EmailsService, SEND_ROUTE } from './emails.service.js';
import type { TemplateFilling } from './template-filling.js';

const BATCH_ROUTE = 'emails.batch';

export interface ItemError {
  code: string;
  message: string;
  details?: readonly ProblemDetail[];
}

/** What became of one item: its message ids or its error. */
export type ItemResult = { messageIds: string[] } | { error: ItemError };

export interface BatchAnswer {
  results: ItemResult[];
  reused: boolean;
}

interface Read {
  submission: Submission;
}

interface Refused {
  idempotency: Idempotency | null;
  error: unknown;
}

type Item = Read & { index: number };
type RefusedItem = Refused & { index: number };

/** Accepts many e-mails in one call and one transaction; an item that cannot be accepted fails alone. */
@Injectable()
export class BatchService {
  private readonly validation = new CompiledValidationPipe();

  constructor(
    private readonly emails: EmailsService,
    private readonly submissions: SubmissionsRepository,
    private readonly attachments: Attachments,
    private readonly sending: SendingService,
    private readonly blocked: BlockedMail,
  ) {}

  /** @throws Problem PermissionDenied, IdempotencyConflict when the key of the call belongs to another batch */
  async send(caller: KeyPrincipal, request: SendBatchRequest, headerKey: string | undefined): Promise<BatchAnswer> {
    this.blocked.admitCaller();
    const idempotency = idempotencyOf(BATCH_ROUTE, headerKey, undefined, request);
    const results = new Array<ItemResult>(request.Messages.length);
    const items = await this.readItems(caller, request.Messages, results);
    const { first, repeats } = splitRepeats(items);
    const outcome = await this.submissions.acceptBatch<ItemResult[]>(
      caller.tenant.id,
      idempotency,
      await this.attachments.store(first.map(({ submission }) => submission)),
      this.sending.counts(caller.environment),
      (outcomes, held) => {
        first.forEach((item, n) => (results[item.index] = resultOf(item, outcomes[n], held)));
        for (const [item, original] of repeats) results[item.index] = repeatResult(item, original, results);
        return results;
      },
    );
    if ('answer' in outcome) return { results: outcome.answer, reused: false };
    if (outcome.held.bodyHash !== idempotency?.bodyHash) throw new Problem('IdempotencyConflict');
    return { results: outcome.held.response, reused: true };
  }

  private async readItems(caller: KeyPrincipal, messages: unknown[], results: ItemResult[]): Promise<Item[]> {
    const requests = eachOrError([...messages.entries()], results, (message) => this.requestOf(message));
    const filling = await this.emails.fillingFor(
      caller,
      requests.map(([, request]) => request),
    );
    const items: Item[] = [];
    const refused: RefusedItem[] = [];
    for (const [index, request] of requests) {
      const read = this.readItem(caller, request, filling);
      if ('submission' in read) items.push({ index, submission: read.submission });
      else refused.push({ index, ...read });
      if (filling.isTurnOver) await filling.pause();
    }
    await this.answerRefused(caller.tenant.id, refused, results);
    return items;
  }

  private readItem(caller: KeyPrincipal, request: SendEmailRequest, filling: TemplateFilling): Refused | Read {
    let idempotency: Idempotency | null = null;
    try {
      idempotency = idempotencyOf(SEND_ROUTE, undefined, request.IdempotencyKey, request);
      const submission = this.emails.toSubmission(caller, request, idempotency, 0, filling);
      const refusal = this.blocked.refusalOf(submission);
      return refusal ? { idempotency, error: refusal } : { submission };
    } catch (error) {
      return { idempotency, error };
    }
  }

  /** What is refused now may repeat what was accepted before, and is then answered as it was; see acceptCall. */
  private async answerRefused(tenantId: TenantId, refused: readonly RefusedItem[], results: ItemResult[]) {
    const keys = refused.flatMap(({ idempotency, error }) =>
      idempotency && mayRepeat(error) ? [idempotency.key] : [],
    );
    const held = await this.submissions.heldAnswers<string[]>(tenantId, SEND_ROUTE, keys);
    for (const { index, idempotency, error } of refused) {
      const answer = idempotency && mayRepeat(error) && held.get(idempotency.key);
      results[index] = answer ? repetitionOf(answer, idempotency) : { error: toItemError(error) };
    }
  }

  private requestOf(message: unknown): SendEmailRequest {
    return this.validation.transform(message, { type: 'body', metatype: SendEmailRequest }) as SendEmailRequest;
  }
}

/** What becomes of each item, with its index; the error of one that fails stands in the results. */
function eachOrError<T, U>(items: [number, T][], results: ItemResult[], turn: (item: T) => U): [number, U][] {
  const turned: [number, U][] = [];
  for (const [index, item] of items) {
    try {
      turned.push([index, turn(item)]);
    } catch (error) {
      results[index] = { error: toItemError(error) };
    }
  }
  return turned;
}

/** Parts the items whose key stands earlier in the same batch from the others: one key is accepted once. */
function splitRepeats(items: readonly Item[]): { first: Item[]; repeats: [Item, Item][] } {
  const byKey = new Map<string, Item>();
  const first: Item[] = [];
  const repeats: [Item, Item][] = [];
  for (const item of items) {
    const key = item.submission.idempotency?.key;
    const original = key === undefined ? undefined : byKey.get(key);
    if (original) repeats.push([item, original]);
    else first.push(item);
    if (key !== undefined && !original) byKey.set(key, item);
  }
  return { first, repeats };
}

function resultOf(
  { submission }: Item,
  outcome: Acceptance | undefined,
  held: ReadonlyMap<string, HeldAnswer<string[]>>,
): ItemResult {
  const { idempotency, messages, requiredDomain } = submission;
  if (outcome === 'accepted') return { messageIds: messages.map(({ id }) => id) };
  if (outcome === 'unverified') return { error: toItemError(domainNotVerified(requiredDomain ?? '')) };
  if (typeof outcome === 'object') return { error: toItemError(suppressedAddress(submission, outcome.suppressed)) };
  const answer = idempotency && held.get(idempotency.key);
  if (!answer && outcome === 'over-quota') return { error: toItemError(quotaExceeded(new Date())) };
  if (!answer) return { error: toItemError(new Problem('IdempotencyConflict')) };
  return repetitionOf(answer, idempotency);
}

function repetitionOf(answer: HeldAnswer<string[]>, { bodyHash }: Idempotency): ItemResult {
  if (answer.bodyHash !== bodyHash) return { error: toItemError(new Problem('IdempotencyConflict')) };
  return { messageIds: answer.response };
}

function repeatResult(item: Item, original: Item, results: readonly ItemResult[]): ItemResult {
  const same = item.submission.idempotency?.bodyHash === original.submission.idempotency?.bodyHash;
  const result = results[original.index];
  return same && result ? result : { error: toItemError(new Problem('IdempotencyConflict')) };
}

function toItemError(error: unknown): ItemError {
  const { code, message, details } = toProblem(error);
  return { code, message, ...(details ? { details } : {}) };
}
