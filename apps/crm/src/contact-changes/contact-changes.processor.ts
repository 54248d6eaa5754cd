import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ClaimedJob, groupBy, type JobBatch, OnJob, Outbox } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, lockKey, type TenantId } from '#libs/core/persistence';
import { changedContacts } from './changed-contacts.js';
import type { LoggedContactChange } from './contact-change.entity.js';
import { deleteChanges, listChangesOf, listNextChanges, setChangesApart } from './contact-change.sql.js';
import { ContactsChangedHandlers } from './contacts-changed-handlers.js';
import { CONTACTS_CHANGED_JOB, type TellContactsChanged } from './contacts-changed-job.js';

const CONTACTS = 500;
/** A contact has several rows in the log, as of itself and its addresses. */
const ROWS = 2_000;
/** Failures at all contacts together after which each is told alone; about 15 seconds. */
const FAILURES_TOGETHER = 4;

/**
 * Tells watchers of changed contacts, in the order of the log, and deletes the changes in the same transaction. If that fails again
 * and again, each contact is told in a transaction of its own, and one at which a watcher still fails waits for a job of its
 * own, which ends as a dead letter: the others go on.
 */
@Injectable()
export class ContactChangesProcessor {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly handlers: ContactsChangedHandlers,
  ) {}

  @OnJob(CONTACTS_CHANGED_JOB, { chunk: 1, concurrency: 2, perTenant: 1 })
  async tell(batch: JobBatch<TellContactsChanged>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.tellJob(batch, job));
  }

  private async tellJob(batch: JobBatch<TellContactsChanged>, job: ClaimedJob<TellContactsChanged>): Promise<void> {
    const { contactId } = job.payload;
    if (contactId !== undefined) await this.tellApart(batch, job.id, contactId);
    else if (job.failures < FAILURES_TOGETHER) await this.tellTogether(batch, job.id);
    else await this.tellOneByOne(batch, job.id);
  }

  private async tellTogether(batch: JobBatch<TellContactsChanged>, jobId: string): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      await lockKey(tx, 'contact changes', tenantId);
      const { rows, hasMore } = await next(tx, tenantId);
      await this.tellAndDelete(tx, tenantId, rows);
      await this.complete(tx, batch, jobId, hasMore);
    });
  }

  private async tellOneByOne(batch: JobBatch<TellContactsChanged>, jobId: string): Promise<void> {
    const { tenantId } = batch;
    const { rows, hasMore } = await this.database.tenant(tenantId, (tx) => next(tx, tenantId));
    for (const contactId of groupBy(rows, (row) => row.contactId).keys()) await this.tellAlone(tenantId, contactId);
    await this.database.tenant(tenantId, (tx) => this.complete(tx, batch, jobId, hasMore));
  }

  private async tellAlone(tenantId: TenantId, contactId: string): Promise<void> {
    try {
      await this.database.tenant(tenantId, async (tx) => {
        await lockKey(tx, 'contact changes', tenantId);
        await this.tellAndDelete(tx, tenantId, await listChangesOf(tx, tenantId, contactId));
      });
    } catch (error) {
      logger.error('Changes of a contact could not be told, and are tried apart', { error, tenantId });
      await this.database.tenant(tenantId, async (tx) => {
        await setChangesApart(tx, tenantId, contactId);
        await this.outbox.enqueue(tx, CONTACTS_CHANGED_JOB, [{ tenantId, payload: { contactId } }]);
      });
    }
  }

  private async tellApart(batch: JobBatch<TellContactsChanged>, jobId: string, contactId: string): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      await lockKey(tx, 'contact changes', tenantId);
      await this.tellAndDelete(tx, tenantId, await listChangesOf(tx, tenantId, contactId));
      await batch.complete(tx, [jobId]);
    });
  }

  private async tellAndDelete(
    tx: EntityManager,
    tenantId: TenantId,
    rows: readonly LoggedContactChange[],
  ): Promise<void> {
    const changes = changedContacts(rows);
    if (changes.length > 0) await this.handlers.tell(tx, tenantId, changes);
    await deleteChanges(
      tx,
      tenantId,
      rows.map(({ seq }) => seq),
    );
  }

  /** The rest is a job of its own, so that other tenants have their turn first. */
  private async complete(
    tx: EntityManager,
    batch: JobBatch<TellContactsChanged>,
    jobId: string,
    hasMore: boolean,
  ): Promise<void> {
    const completed = await batch.complete(tx, [jobId]);
    if (hasMore && completed.has(jobId))
      await this.outbox.enqueue(tx, CONTACTS_CHANGED_JOB, [{ tenantId: batch.tenantId, payload: {} }]);
  }
}

/** Lists the oldest rows of the log, of as many contacts as are told at once. */
async function next(tx: EntityManager, tenantId: TenantId): Promise<{ rows: LoggedContactChange[]; hasMore: boolean }> {
  const found = await listNextChanges(tx, tenantId, ROWS);
  const contacts = new Set([...new Set(found.map(({ contactId }) => contactId))].slice(0, CONTACTS));
  const rows = found.filter(({ contactId }) => contacts.has(contactId));
  return { rows, hasMore: found.length === ROWS || rows.length < found.length };
}
