import {
  exec,
  lockRowsSql,
  many,
  RowParameters,
  rowsByKeys,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';

interface StepKey {
  enrollmentId: string;
  seq: number;
}

/** Something that a person did with the mail of a step. */
export interface StepDeed extends StepKey {
  did: 'opened' | 'clicked';
  occurredAt: Date;
}

export interface StepFailure extends StepKey {
  reason: string;
}

const KEY = {
  enrollment_id: { type: 'uuid', of: ({ enrollmentId }: StepKey) => enrollmentId },
  seq: { type: 'int', of: ({ seq }: StepKey) => seq },
} as const;

const KEYS = { enrollment_id: '$2::uuid[]', seq: '$3::int[]' };
const LOCK = lockRowsSql('enrollment_step', KEYS);

/** Locks steps; returns the parameters by which they are found again. */
async function lockSteps(tx: SqlExecutor, tenantId: TenantId, keys: readonly StepKey[]): Promise<unknown[]> {
  const given = [tenantId, keys.map(({ enrollmentId }) => enrollmentId), keys.map(({ seq }) => seq)];
  await exec(tx, LOCK, given);
  return given;
}

const DEEDS = new RowParameters<StepDeed>({
  ...KEY,
  opened_at: { type: 'timestamptz', of: ({ occurredAt }) => occurredAt },
  clicked_at: { type: 'timestamptz', of: ({ did, occurredAt }) => (did === 'clicked' ? occurredAt : null) },
});

/** Keeps the first time of each; who follows a link has opened the mail. */
export async function recordDeeds(tx: SqlExecutor, tenantId: TenantId, deeds: readonly StepDeed[]): Promise<void> {
  const given = await lockSteps(tx, tenantId, deeds);
  await exec(
    tx,
    `update enrollment_step s
        set opened_at = least(s.opened_at, given.opened_at), clicked_at = least(s.clicked_at, given.clicked_at)
       from (select enrollment_id, seq, min(opened_at) as opened_at, min(clicked_at) as clicked_at
               from ${DEEDS.sql(4)} as each group by enrollment_id, seq order by enrollment_id, seq) as given
      where ${rowsByKeys('enrollment_step', KEYS, { as: 's' })}
        and s.enrollment_id = given.enrollment_id and s.seq = given.seq`,
    [...given, ...DEEDS.values(deeds)],
  );
}

const FAILURES = new RowParameters<StepFailure>({ ...KEY, reason: { type: 'text', of: ({ reason }) => reason } });

/** A step of which the message could not be sent. */
export interface FailedStep {
  journeyId: string;
  version: number;
  step: number;
  reason: string;
}

/** Marks steps as failed; returns those that were not yet. */
export async function recordFailures(
  tx: SqlExecutor,
  tenantId: TenantId,
  failures: readonly StepFailure[],
): Promise<FailedStep[]> {
  const given = await lockSteps(tx, tenantId, failures);
  return many(
    tx,
    `update enrollment_step s
        set outcome = 'failed', detail = coalesce(s.detail, '{}') || jsonb_build_object('reason', given.reason)
       from (select enrollment_id, seq, min(reason) as reason
               from ${FAILURES.sql(4)} as each group by enrollment_id, seq order by enrollment_id, seq) as given
       cross join lateral (
         select journey_id, version from enrollment where tenant_id = $1 and id = given.enrollment_id offset 0) as e
      where ${rowsByKeys('enrollment_step', KEYS, { as: 's' })}
        and s.enrollment_id = given.enrollment_id and s.seq = given.seq and s.outcome <> 'failed'
      returning e.journey_id as "journeyId", e.version, s.step, given.reason`,
    [...given, ...FAILURES.values(failures)],
  );
}
