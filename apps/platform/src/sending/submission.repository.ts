import { Injectable } from '@nestjs/common';
import type { Idempotency } from '#libs/idempotency';
import { exec, type SqlExecutor, type TenantId } from '#libs/persistence';
import { insertAttachmentReferences } from '../attachments/attachment-references.sql.js';
import { insertSubmissions, lockUsage, type Used } from './accept.sql.js';
import { FINISH_BATCH } from './finish-batch.sql.js';
import type { Acceptance, Submission } from './submission.js';

/** Writes what is accepted: messages, their content, jobs, counters and idempotency keys. */
@Injectable()
export class SubmissionRepository {
  /** Inserts what may be accepted, in a transaction of its tenants. Returns an outcome for each submission, in order. */
  async insert(tx: SqlExecutor, submissions: readonly Submission[]): Promise<Acceptance[]> {
    if (submissions.length === 0) return [];
    const outcomes = submissions.some(isLimited)
      ? await insertWithinQuota(tx, submissions)
      : await insertSubmissions(tx, submissions);
    await insertAttachmentReferences(
      tx,
      submissions.filter((_, index) => outcomes[index] === 'accepted'),
    );
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
}

/** Inserts what fits into the quotas. It locks the counters first, so that concurrent groups cannot exceed a quota. */
async function insertWithinQuota(tx: SqlExecutor, submissions: readonly Submission[]): Promise<Acceptance[]> {
  const limited = submissions.filter(isLimited).map(({ tenantId }) => tenantId);
  const used = await lockUsage(tx, [...new Set(limited)].sort());
  const outcomes = new Array<Acceptance>(submissions.length).fill('over-quota');
  // A submission that is rejected for another reason leaves its share of the quota to the next round.
  for (let fitting = roomFor(submissions, outcomes, used); fitting.length > 0;) {
    const results = await insertSubmissions(
      tx,
      fitting.map((index) => submissions[index] as Submission),
    );
    for (const [n, index] of fitting.entries()) {
      outcomes[index] = results[n] as Acceptance;
      if (results[n] === 'accepted') use(submissions[index] as Submission, used);
    }
    fitting = results.every((result) => result === 'accepted') ? [] : roomFor(submissions, outcomes, used);
  }
  return outcomes;
}

const isLimited = ({ quota, counted }: Submission): boolean => quota !== null && counted;
/** How much of its quota a submission uses. */
const unitsOf = ({ messages, segments = 1 }: Submission): number => messages.length * segments;
const counterOf = ({ tenantId, channel }: Submission): string => `${tenantId} ${channel}`;

/** The indexes of the submissions without an outcome that fit, in their order, into the rest of their quotas. */
function roomFor(submissions: readonly Submission[], outcomes: readonly Acceptance[], used: Used): number[] {
  const planned = new Map(used);
  return [...submissions.keys()].filter((index) => {
    const submission = submissions[index] as Submission;
    if (outcomes[index] !== 'over-quota') return false;
    if (!isLimited(submission)) return true;
    const total = (planned.get(counterOf(submission)) ?? 0) + unitsOf(submission);
    if (total > (submission.quota ?? Infinity)) return false;
    planned.set(counterOf(submission), total);
    return true;
  });
}

function use(submission: Submission, used: Used): void {
  used.set(counterOf(submission), (used.get(counterOf(submission)) ?? 0) + unitsOf(submission));
}
