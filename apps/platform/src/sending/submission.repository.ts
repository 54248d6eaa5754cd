import { Injectable } from '@nestjs/common';
import type { Idempotency } from '#libs/core/idempotency';
import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { insertAttachmentReferences } from '../attachments/attachment-references.sql.js';
import { ErasedAddresses } from '../suppressions/erased-addresses.js';
import { TenantEvents } from '../tenant-changes/tenant-events.js';
import { insertSubmissions } from './accept.sql.js';
import { FINISH_BATCH } from './finish-batch.sql.js';
import { isLimited, Room } from './room.js';
import type { Acceptance, Submission } from './submission.js';

/** Writes what is accepted: messages, their content, jobs, counters and idempotency keys. */
@Injectable()
export class SubmissionRepository {
  constructor(
    private readonly erased: ErasedAddresses,
    private readonly changes: TenantEvents,
  ) {}

  /** Inserts what may be accepted, in a transaction of its tenants. Returns an outcome for each submission, in order. */
  async insert(tx: SqlExecutor, submissions: readonly Submission[]): Promise<Acceptance[]> {
    if (submissions.length === 0) return [];
    const outcomes = submissions.some(isLimited)
      ? await insertWithinLimits(tx, this.erased, submissions)
      : await insertSubmissions(tx, this.erased, submissions);
    const accepted = submissions.filter((_, index) => outcomes[index] === 'accepted');
    await insertAttachmentReferences(tx, accepted);
    this.tell(tx, accepted);
    return outcomes;
  }

  /** Keeps the answer to a batch under its key, and counts its call if `counted`. */
  async finishBatch(
    tx: SqlExecutor,
    tenantId: TenantId,
    idempotency: Idempotency | null,
    answer: unknown,
    counted: boolean,
  ): Promise<void> {
    if (!idempotency && !counted) return;
    const json = idempotency && JSON.stringify(answer);
    await exec(tx, FINISH_BATCH, [tenantId, idempotency?.route, idempotency?.key, json, counted]);
  }

  private tell(tx: SqlExecutor, accepted: readonly Submission[]): void {
    for (const { tenantId, messages } of accepted)
      this.changes.changed(tx, tenantId, 'messages.created', idsOf(messages));
  }
}

const idsOf = (messages: Submission['messages']): string[] => messages.map(({ id }) => id);

/** Inserts what has room. It locks the counters first, so that concurrent groups cannot exceed a limit. */
async function insertWithinLimits(
  tx: SqlExecutor,
  erased: ErasedAddresses,
  submissions: readonly Submission[],
): Promise<Acceptance[]> {
  const room = await Room.lock(tx, submissions);
  const outcomes: (Acceptance | undefined)[] = submissions.map(() => undefined);
  // A submission that is rejected for another reason leaves its room to the next round.
  for (let fitting = fittingInto(room, submissions, outcomes); fitting.length > 0;) {
    const results = await insertSubmissions(
      tx,
      erased,
      fitting.map((index) => submissions[index] as Submission),
    );
    for (const [n, index] of fitting.entries()) {
      outcomes[index] = results[n];
      if (results[n] === 'accepted') room.claim(submissions[index] as Submission);
    }
    fitting = results.every((result) => result === 'accepted') ? [] : fittingInto(room, submissions, outcomes);
  }
  return submissions.map((submission, index) => outcomes[index] ?? limitReached(room, submission));
}

/** The indexes of the submissions without an outcome that fit, in their order, into what is left. */
function fittingInto(
  room: Room,
  submissions: readonly Submission[],
  outcomes: readonly (Acceptance | undefined)[],
): number[] {
  const planned = room.copy();
  return [...submissions.keys()].filter(
    (index) => outcomes[index] === undefined && planned.claim(submissions[index] as Submission),
  );
}

function limitReached(room: Room, submission: Submission): Acceptance {
  const reached = room.limitReachedBy(submission);
  if (!reached) throw new Error('A submission that fits was not inserted');
  return reached;
}
