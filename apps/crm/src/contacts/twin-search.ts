import { Injectable } from '@nestjs/common';
import { Outbox } from '#libs/core/jobs';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { FIND_TWINS_JOB } from './find-twins-job.js';

/** Has contacts compared with others, after the transaction that makes or changes them. */
@Injectable()
export class TwinSearch {
  constructor(private readonly outbox: Outbox) {}

  /** Enqueues one job for all of a tenant's contacts. Contacts without an e-mail address need no search. */
  async enqueue(tx: SqlExecutor, tenantId: TenantId, contactIds: readonly string[]): Promise<void> {
    await this.enqueueAll(tx, new Map([[tenantId, contactIds]]));
  }

  /** The same for several tenants, in one statement. */
  async enqueueAll(tx: SqlExecutor, contactIds: ReadonlyMap<TenantId, readonly string[]>): Promise<void> {
    const jobs = [...contactIds]
      .filter(([, ids]) => ids.length > 0)
      .map(([tenantId, ids]) => ({ tenantId, payload: { contactIds: [...ids] } }));
    await this.outbox.enqueue(tx, FIND_TWINS_JOB, jobs);
  }
}
