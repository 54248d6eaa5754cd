import { Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '#libs/auth';
import { CompiledValidationPipe, Problem, toProblem, type ProblemDetail } from '#libs/http';
import { BlockedMail } from '../admission/blocked-mail.js';
import { idempotencyOf } from '../sending/idempotency.js';
import { quotaExceeded } from '../sending/quota.js';
import { domainNotVerified, SendingService } from '../sending/sending.service.js';
import type { Acceptance, Submission } from '../sending/submission.js';
import { SubmissionsRepository, type HeldAnswer } from '../sending/submissions.repository.js';
import { suppressedAddress } from '../sending/suppressed-address.js';
import type { SendBatchRequest } from './dto/send-batch.request.js';
import { SendEmailRequest } from './dto/send-email.request.js';
import { EmailsService, SEND_ROUTE } from './emails.service.js';

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

interface Item {
  index: number;
  submission: Submission;
}

/** Accepts many e-mails in one call and one transaction; an item that cannot be accepted fails alone. */
@Injectable()
export class BatchService {
  private readonly validation = new CompiledValidationPipe('platform');

  constructor(
    private readonly emails: EmailsService,
    private readonly submissions: SubmissionsRepository,
    private readonly sending: SendingService,
    private readonly blocked: BlockedMail,
  ) {}

  /** @throws Problem IdempotencyConflict when the key of the call belongs to another batch */
  async send(caller: KeyPrincipal, request: SendBatchRequest, headerKey: string | undefined): Promise<BatchAnswer> {
    const idempotency = idempotencyOf(BATCH_ROUTE, headerKey, undefined, request);
    const results = new Array<ItemResult>(request.Messages.length);
    const items = await this.readItems(caller, request.Messages, results);
    const { first, repeats } = splitRepeats(items);
    const outcome = await this.submissions.acceptBatch<ItemResult[]>(
      caller.tenant.id,
      idempotency,
      first.map(({ submission }) => submission),
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
    const submissions = eachOrError(requests, results, (request) => {
      const idempotency = idempotencyOf(SEND_ROUTE, undefined, request.IdempotencyKey, request);
      return this.emails.toSubmission(caller, request, idempotency, 0, filling);
    });
    const items = submissions.map(([index, submission]) => ({ index, submission }));
    return this.withoutBlocked(items, results);
  }

  /** The items that nobody has blocked; what the others are answered stands in the results. */
  private async withoutBlocked(items: readonly Item[], results: ItemResult[]): Promise<Item[]> {
    const admitted: Item[] = [];
    for (const item of items) {
      const refusal = this.blocked.refusalOf(item.submission);
      if (refusal) results[item.index] = await this.repetitionOf(item, refusal);
      else admitted.push(item);
    }
    return admitted;
  }

  private async repetitionOf({ submission }: Item, refusal: Problem): Promise<ItemResult> {
    try {
      return { messageIds: (await this.sending.repetition(submission, refusal)).messageIds };
    } catch (error) {
      return { error: toItemError(error) };
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
  if (!answer || answer.bodyHash !== idempotency.bodyHash)
    return { error: toItemError(new Problem('IdempotencyConflict')) };
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
