import { Injectable } from '@nestjs/common';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import type { ContactChange } from '#libs/core/app-events';
import { Database } from '#libs/core/persistence';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { CLEAR_FIELD_JOB, type ClearField } from './custom-field-jobs.js';
import { CustomFieldRepository } from '../custom-fields/custom-field.repository.js';

/** Contacts in one transaction. */
const BATCH = 1_000;

/** Removes the values of deleted fields, then the fields. */
@Injectable()
export class CustomFieldProcessor {
  constructor(
    private readonly database: Database,
    private readonly fields: CustomFieldRepository,
    private readonly events: ContactEvents,
  ) {}

  @OnJob(CLEAR_FIELD_JOB, { chunk: 1, concurrency: 1 })
  async clear(batch: JobBatch<ClearField>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.clearOne(batch, job));
  }

  private async clearOne(batch: JobBatch<ClearField>, job: ClaimedJob<ClearField>): Promise<void> {
    const { tenantId } = batch;
    const { fieldId, key } = job.payload;
    const clearSome = () =>
      this.database.tenant(tenantId, async (tx) => {
        await setChangeCause(tx, causedBy('user', false));
        const cleared = await this.fields.clearValues(tx, tenantId, key, BATCH);
        const changes = cleared.flatMap(({ id, isLive }): ContactChange[] =>
          isLive ? [{ kind: 'updated', contactId: id, fields: [`campos.${key}`] }] : [],
        );
        await this.events.changed(tx, tenantId, changes);
        return cleared.length;
      });
    while ((await clearSome()) > 0);
    await this.database.tenant(tenantId, async (tx) => {
      await this.fields.delete(tx, tenantId, fieldId);
      await batch.complete(tx, [job.id]);
    });
  }
}
