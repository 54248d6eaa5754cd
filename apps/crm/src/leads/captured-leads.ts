import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { CapturedLead } from '#libs/core/app-events';
import { type ClaimedJob, DecoratedMethods, type JobBatch, OnJob, Outbox } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { LEAD_CAPTURED_JOB, type LeadToTell } from './lead-captured-job.js';
import { LeadReceipt } from './lead-receipt.entity.js';
import { type LeadOfContact, ON_LEAD_CAPTURED } from './on-lead-captured.js';

type Handle = (tx: EntityManager, lead: LeadOfContact) => Promise<unknown>;

/** Tells the methods of `@OnLeadCaptured()` of each lead. Without such a method no job is enqueued. */
@Injectable()
export class CapturedLeads implements OnApplicationBootstrap {
  #handlers: Handle[] = [];

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly methods: DecoratedMethods,
  ) {}

  onApplicationBootstrap(): void {
    const found = this.methods.list<true, [EntityManager, LeadOfContact]>(ON_LEAD_CAPTURED);
    this.#handlers = found.map(
      ({ call }) =>
        (tx, lead) =>
          call(tx, lead),
    );
  }

  /** In the transaction that gives the lead its contact. */
  async enqueue(
    tx: EntityManager,
    tenantId: TenantId,
    { leadId, formId, pageId, occurredAt }: Pick<CapturedLead, 'leadId' | 'formId' | 'pageId' | 'occurredAt'>,
  ): Promise<void> {
    if (this.#handlers.length === 0) return;
    await this.outbox.enqueue(tx, LEAD_CAPTURED_JOB, [{ tenantId, payload: { leadId, formId, pageId, sentAt: occurredAt } }]);
  }

  @OnJob(LEAD_CAPTURED_JOB, { chunk: 10, concurrency: 2 })
  async tell(batch: JobBatch<LeadToTell>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.tellOne(batch, job));
  }

  private async tellOne(batch: JobBatch<LeadToTell>, { id, payload }: ClaimedJob<LeadToTell>): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      const where = { tenantId, leadId: payload.leadId, toldAt: IsNull() };
      // A second worker with the job waits here, and then finds the lead told.
      const receipt = await tx.findOne(LeadReceipt, { where, lock: { mode: 'pessimistic_write' } });
      await batch.complete(tx, [id]);
      if (!receipt?.contactId || isSpam(receipt)) return;
      const lead = { ...payload, tenantId, contactId: receipt.contactId };
      for (const handle of this.#handlers) await handle(tx, lead);
      await tx.update(LeadReceipt, { tenantId, leadId: payload.leadId }, { toldAt: new Date() });
    });
  }
}

const isSpam = ({ capturedAt, retractedAt }: LeadReceipt): boolean =>
  retractedAt !== null && (capturedAt === null || retractedAt >= capturedAt);
