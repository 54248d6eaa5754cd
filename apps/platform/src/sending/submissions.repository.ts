import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { toProblem } from '#libs/http';
import { RelayBell } from '#libs/jobs';
import { carriedContext } from '#libs/observability';
import { Database, GroupCommitter, type TenantId } from '#libs/persistence';
import { insertAttachmentReferences } from '../attachments/attachment-references.sql.js';
import type { Idempotency } from './idempotency.js';
import { acceptWithinQuota } from './quota.js';
import type { Acceptance, Submission } from './submission.js';

/** More calls than this gain nothing from sharing a commit, and a larger statement delays those behind it. */
const GROUP_MAX = 128;

export interface HeldAnswer<T> {
  bodyHash: string;
  response: T;
}

/** Accepting what is to be sent: what it writes, and what it remembers of calls that carried an idempotency key. */
@Injectable()
export class SubmissionsRepository {
  private readonly group: GroupCommitter<Submission, Acceptance>;

  constructor(
    private readonly database: Database,
    private readonly bell: RelayBell,
  ) {
    this.group = new GroupCommitter((submissions) => this.acceptTogether(submissions), {
      maxItems: GROUP_MAX,
      exclusiveKey: exclusiveKeyOf,
      failsTogether: (error) => toProblem(error).code === 'ServiceUnavailable',
    });
  }

  /** Accepts one submission durably; submissions that arrive together, of any tenants, share a commit. */
  async accept(submission: Submission): Promise<Acceptance> {
    return this.group.submit({ ...submission, context: carriedContext() });
  }

  /** The answer that an earlier call with this key was given; undefined when it has expired meanwhile. */
  async heldAnswer<T>(tenantId: TenantId, { route, key }: Idempotency): Promise<HeldAnswer<T> | undefined> {
    return this.database.tenants([tenantId], (client) => findHeld<T>(client, tenantId, route, key));
  }

  /** The answers that earlier calls with these keys were given, by key; those that have expired are left out. */
  async heldAnswers<T>(
    tenantId: TenantId,
    route: string,
    keys: readonly string[],
  ): Promise<Map<string, HeldAnswer<T>>> {
    if (keys.length === 0) return new Map();
    return this.database.tenants([tenantId], (client) => findHeldOf<T>(client, tenantId, route, keys));
  }

  /**
   * Accepts the items of a batch in one transaction. When the batch has a key that an earlier one holds, nothing is
   * written and that one's answer is returned in `held`.
   */
  async acceptBatch<T>(
    tenantId: TenantId,
    idempotency: Idempotency | null,
    submissions: readonly Submission[],
    counted: boolean,
    answerOf: (outcomes: Acceptance[], held: Map<string, HeldAnswer<string[]>>) => T,
  ): Promise<{ answer: T } | { held: HeldAnswer<T> }> {
    const result = await this.database.tenants([tenantId], async (client) => {
      if (idempotency) {
        const held = await takeBatchKey<T>(client, tenantId, idempotency);
        if (held) return { held };
      }
      const outcomes = submissions.length > 0 ? await acceptAll(client, submissions) : [];
      const answer = answerOf(outcomes, await heldItems(client, submissions, outcomes));
      await finishBatch(client, tenantId, idempotency, answer, counted && outcomes.includes('accepted'));
      return { answer };
    });
    this.bell.ring();
    return result;
  }

  private async acceptTogether(submissions: Submission[]): Promise<Acceptance[]> {
    const tenantIds = [...new Set(submissions.map(({ tenantId }) => tenantId))];
    const outcomes = await this.database.tenants(tenantIds, (client) => acceptAll(client, submissions));
    this.bell.ring();
    return outcomes;
  }
}

async function acceptAll(client: PoolClient, submissions: readonly Submission[]): Promise<Acceptance[]> {
  const outcomes = await acceptWithinQuota(client, submissions);
  const accepted = submissions.filter((_, index) => outcomes[index] === 'accepted');
  await insertAttachmentReferences(client, accepted);
  return outcomes;
}

function exclusiveKeyOf({ tenantId, idempotency }: Submission): string | undefined {
  return idempotency ? `${tenantId} ${idempotency.route} ${idempotency.key}` : undefined;
}

async function findHeld<T>(
  client: PoolClient,
  tenantId: TenantId,
  route: string,
  key: string,
): Promise<HeldAnswer<T> | undefined> {
  const { rows } = await client.query<HeldAnswer<T>>(
    `select body_hash as "bodyHash", response from idempotency_key
     where tenant_id = $1 and route = $2 and key = $3 and expires_at >= now()`,
    [tenantId, route, key],
  );
  return rows[0];
}

/** What the quota has no room for may still be the repetition of a call that it had room for. */
const MAY_BE_REPEATED = new Set<Acceptance | undefined>(['repeated', 'over-quota']);

/** The answers that the repeated ones of a tenant's items were given before, by key; one query for all of them. */
async function heldItems(client: PoolClient, submissions: readonly Submission[], outcomes: Acceptance[]) {
  const repeated = submissions.flatMap(({ tenantId, idempotency }, index) =>
    idempotency && MAY_BE_REPEATED.has(outcomes[index]) ? [{ tenantId, ...idempotency }] : [],
  );
  const [first] = repeated;
  if (!first) return new Map<string, HeldAnswer<string[]>>();
  const keys = repeated.map(({ key }) => key);
  return findHeldOf<string[]>(client, first.tenantId, first.route, keys);
}

async function findHeldOf<T>(
  client: PoolClient,
  tenantId: TenantId,
  route: string,
  keys: readonly string[],
): Promise<Map<string, HeldAnswer<T>>> {
  const { rows } = await client.query<{ key: string } & HeldAnswer<T>>(
    `select key, body_hash as "bodyHash", response from idempotency_key
     where tenant_id = $1 and route = $2 and key = any($3::text[]) and expires_at >= now()`,
    [tenantId, route, keys],
  );
  return new Map(rows.map(({ key, ...answer }) => [key, answer]));
}

/** Takes the key for this batch, or returns the answer of the batch that has it; waits for one that is under way. */
async function takeBatchKey<T>(
  client: PoolClient,
  tenantId: TenantId,
  { route, key, bodyHash }: Idempotency,
): Promise<HeldAnswer<T> | undefined> {
  const { rowCount } = await client.query(
    `insert into idempotency_key as known (tenant_id, route, key, body_hash, response, expires_at)
     values ($1, $2, $3, $4, 'null', now() + interval '24 hours')
     on conflict (tenant_id, route, key) do update
       set body_hash = excluded.body_hash, created_at = now(), expires_at = excluded.expires_at
       where known.expires_at < now()`,
    [tenantId, route, key, bodyHash],
  );
  return rowCount === 0 ? findHeld<T>(client, tenantId, route, key) : undefined;
}

/**
 * Keeps the answer under the key, and counts the call. One statement, because the tenant's counters are locked by now,
 * and every further round trip would keep its other batches waiting.
 */
async function finishBatch(
  client: PoolClient,
  tenantId: TenantId,
  idempotency: Idempotency | null,
  answer: unknown,
  counted: boolean,
): Promise<void> {
  if (!idempotency && !counted) return;
  await client.query({
    name: 'finish-batch',
    text: `with kept as (
             update idempotency_key set response = $4::jsonb where tenant_id = $1 and route = $2 and key = $3
           )
           insert into usage_counter as total (tenant_id, period, api_calls)
           select $1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 1 where $5::boolean
           on conflict (tenant_id, period) do update set api_calls = total.api_calls + 1, updated_at = now()`,
    values: [tenantId, idempotency?.route, idempotency?.key, idempotency && JSON.stringify(answer), counted],
  });
}
