import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type TenantId } from '#libs/core/persistence';
import { replayed, type Idempotency } from './idempotency.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';

/** An answer to a call, first or replayed. */
export interface Answered<T> {
  /** A JSON value; of an earlier call, it has been through JSON. */
  answer: T;
  /** Whether an earlier call with the key made it. */
  replayed: boolean;
}

/** Does what a call asks for once, however often the call is repeated. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly database: Database,
    private readonly keys: IdempotencyKeyRepository,
  ) {}

  /**
   * Runs `work` in one transaction of the tenant, like `Database.tenant`. With a key its answer is kept for 24 hours, in
   * the same transaction: a repetition gets that answer and runs nothing. A repetition that arrives meanwhile waits, on a
   * connection of its own. If `work` throws, nothing is kept, and the next call with the key runs.
   * @throws Problem IdempotencyConflict, or the code of `idempotency`, if an earlier call with the key had another body
   */
  async once<T>(
    tenantId: TenantId,
    idempotency: Idempotency | null,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<Answered<T>> {
    return this.database.tenant(tenantId, async (tx) => {
      if (!idempotency) return { answer: await work(tx), replayed: false };
      while (!(await this.keys.insert(tx, tenantId, idempotency))) {
        const earlier = await this.keys.find<T>(tx, tenantId, idempotency);
        if (earlier) return { answer: replayed(earlier, idempotency), replayed: true };
      }
      const answer = await work(tx);
      await this.keys.keep(tx, tenantId, idempotency, answer);
      return { answer, replayed: false };
    });
  }

  /**
   * The answer to an earlier call, for work that is costly before its transaction; undefined for a first call.
   * @throws Problem IdempotencyConflict, or the code of `idempotency`, if that call had another body
   */
  async find<T>(tenantId: TenantId, idempotency: Idempotency): Promise<T | undefined> {
    const earlier = await this.database.tenant(tenantId, (tx) => this.keys.find<T>(tx, tenantId, idempotency));
    return earlier && replayed(earlier, idempotency);
  }

  /** Forgets a call in the caller's transaction, because what it did was undone: the next call with its key runs. */
  async forget(tx: EntityManager, tenantId: TenantId, idempotency: Idempotency): Promise<void> {
    await this.keys.delete(tx, tenantId, idempotency);
  }
}
