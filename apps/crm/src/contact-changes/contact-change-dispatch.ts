import { Injectable } from '@nestjs/common';
import { Every, Outbox } from '#libs/core/jobs';
import { Database, exec, type TenantId } from '#libs/core/persistence';
import { DELETE_EXPIRED_CHANGES, isAnythingLogged, listUntoldTenants } from './contact-change.sql.js';
import { CONTACTS_CHANGED_JOB } from './contacts-changed-job.js';

const EVERY_MS = 500;
const TENANTS = 500;
const HOUR_MS = 3_600_000;
/** Changes that no watcher could take are kept as long as an event between apps is tried. */
const KEPT_DAYS = 7;
const AT_ONCE = 1_000;

/**
 * Enqueues a job for each tenant with changes in the log. A timer and not the writers: what many transactions change in half a
 * second is told together, and no writer of contacts knows of it.
 */
@Injectable()
export class ContactChangeDispatch {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @Every({
    every: EVERY_MS,
    lock: 'contact change dispatch',
    when: (dispatch: ContactChangeDispatch) => dispatch.database.statement(isAnythingLogged),
  })
  async dispatch(): Promise<void> {
    await this.enqueue(await this.database.system((tx) => listUntoldTenants(tx, TENANTS)));
  }

  private async enqueue(tenantIds: readonly TenantId[]): Promise<void> {
    if (tenantIds.length === 0) return;
    const jobs = tenantIds.map((tenantId) => ({ tenantId, payload: {} }));
    await this.database.together(tenantIds, (tx) => this.outbox.enqueue(tx, CONTACTS_CHANGED_JOB, jobs));
  }

  @Every({ every: HOUR_MS, lock: 'contact change retention' })
  async deleteExpired(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const count = await this.database.system((tx) => exec(tx, DELETE_EXPIRED_CHANGES, [KEPT_DAYS, AT_ONCE]));
      if (count < AT_ONCE || signal?.aborted) return;
    }
  }
}
