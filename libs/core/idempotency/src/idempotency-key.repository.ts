import { Injectable } from '@nestjs/common';
import { exec, many, maybe, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { AnsweredCall, Idempotency, KeptAnswer } from './idempotency.js';
import {
  DELETE_ANSWERS_NAMING,
  DELETE_EXPIRED,
  DELETE_KEY,
  FIND_ANSWER,
  INSERT_KEY,
  INSERT_KEYS,
  KEEP_ANSWER,
  LIST_ANSWERS,
  LOCK_ANSWER,
} from './idempotency-key.sql.js';

interface AnswerRow<T> {
  key: string;
  body_hash: string;
  response: T;
}

/** Answers by idempotency key. Expired keys count as absent. */
@Injectable()
export class IdempotencyKeyRepository {
  async find<T>(tx: SqlExecutor, tenantId: TenantId, { route, key }: Idempotency): Promise<KeptAnswer<T> | undefined> {
    const row = await maybe<AnswerRow<T>>(tx, FIND_ANSWER, [tenantId, route, key]);
    return row && toAnswer(row);
  }

  /** Finds an answer that this transaction may change: a concurrent repetition waits, and finds the changed one. */
  async lockForUpdate<T>(
    tx: SqlExecutor,
    tenantId: TenantId,
    { route, key }: Idempotency,
  ): Promise<KeptAnswer<T> | undefined> {
    const row = await maybe<AnswerRow<T>>(tx, LOCK_ANSWER, [tenantId, route, key]);
    return row && toAnswer(row);
  }

  /** The answers to calls of one route by their keys, in one statement; none without keys. */
  async list<T>(
    tx: SqlExecutor,
    tenantId: TenantId,
    route: string,
    keys: readonly string[],
  ): Promise<Map<string, KeptAnswer<T>>> {
    if (keys.length === 0) return new Map();
    const rows = await many<AnswerRow<T>>(tx, LIST_ANSWERS, [tenantId, route, keys]);
    return new Map(rows.map((row) => [row.key, toAnswer(row)]));
  }

  /** Deletes the answers that name one of the texts, which are in lower case. */
  async deleteNaming(tx: SqlExecutor, tenantId: TenantId, texts: readonly string[]): Promise<void> {
    await exec(tx, DELETE_ANSWERS_NAMING, [tenantId, texts]);
  }

  /** Inserts a key without an answer; false if another call has it. Waits for a concurrent insert of the same key. */
  async insert(tx: SqlExecutor, tenantId: TenantId, { route, key, bodyHash }: Idempotency): Promise<boolean> {
    return (await exec(tx, INSERT_KEY, [tenantId, route, key, bodyHash])) > 0;
  }

  /**
   * Inserts keys with their answers, each named once. Returns for each call whether it is the first with its key. Waits for
   * concurrent inserts of the same keys.
   */
  async insertAll(tx: SqlExecutor, calls: readonly AnsweredCall[]): Promise<boolean[]> {
    if (calls.length === 0) return [];
    const rows = await many<{ tenantId: TenantId; route: string; key: string }>(tx, INSERT_KEYS, [
      calls.map(({ tenantId }) => tenantId),
      calls.map(({ idempotency }) => idempotency.route),
      calls.map(({ idempotency }) => idempotency.key),
      calls.map(({ idempotency }) => idempotency.bodyHash),
      calls.map(({ answer }) => JSON.stringify(answer)),
    ]);
    const inserted = new Set(rows.map(({ tenantId, route, key }) => `${tenantId} ${route} ${key}`));
    return calls.map(({ tenantId, idempotency: { route, key } }) => inserted.has(`${tenantId} ${route} ${key}`));
  }

  /** Keeps the answer to the call that has inserted the key. */
  async keep(tx: SqlExecutor, tenantId: TenantId, { route, key }: Idempotency, answer: unknown): Promise<void> {
    await exec(tx, KEEP_ANSWER, [tenantId, route, key, JSON.stringify(answer ?? null)]);
  }

  /** Deletes a key with its answer: the next call with it runs. */
  async delete(tx: SqlExecutor, tenantId: TenantId, { route, key }: Idempotency): Promise<void> {
    await exec(tx, DELETE_KEY, [tenantId, route, key]);
  }

  /** Deletes at most `limit` expired keys as the system role. Returns how many. */
  async deleteExpired(tx: SqlExecutor, limit: number): Promise<number> {
    return exec(tx, DELETE_EXPIRED, [limit]);
  }
}

const toAnswer = <T>({ body_hash: bodyHash, response }: AnswerRow<T>): KeptAnswer<T> => ({ bodyHash, response });
