import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CapturedLead } from '#libs/core/app-events';
import { type ClaimedJob, DecoratedMethods, type JobBatch, OnJob, Outbox } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { isSpam } from '../../lead-counts/lead-counts.js';
import { SecretBox } from '#libs/core/secrets';
import { LEAD_CAPTURED_JOB, type LeadToTell, type LeadVisitor } from '../lead-captured-job.js';
import { LeadReceipt } from '../lead-receipt.entity.js';
import { type LeadOfContact, ON_LEAD_CAPTURED, type OnLeadCapturedOptions } from '../on-lead-captured.js';
import { type ConfirmedLead, ON_LEAD_CONFIRMED } from './on-lead-confirmed.js';
import { ON_LEAD_RETRACTED, type RetractedLead } from './on-lead-retracted.js';

type Handle<Lead> = (tx: EntityManager, lead: Lead) => Promise<unknown>;

const VISITOR_PURPOSE = 'crm.lead-visitor';
const UNKNOWN: LeadVisitor = { address: null, userAgent: null };

/**
 * Tells the methods of `@OnLeadCaptured()`, `@OnLeadConfirmed()` and `@OnLeadRetracted()` of each lead. Without a method of the
 * first kind no job is enqueued.
 */
@Injectable()
export class CapturedLeads implements OnApplicationBootstrap {
  #handlers: { handle: Handle<LeadOfContact>; alsoRestored: boolean }[] = [];
  #confirmed: Handle<ConfirmedLead>[] = [];
  #retracted: Handle<RetractedLead>[] = [];

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly methods: DecoratedMethods,
    private readonly secrets: SecretBox,
  ) {}

  onApplicationBootstrap(): void {
    const captured = this.methods.list<OnLeadCapturedOptions, [EntityManager, LeadOfContact]>(ON_LEAD_CAPTURED);
    this.#handlers = captured.map(({ call, metadata: { alsoRestored = false } }) => ({ handle: call, alsoRestored }));
    this.#confirmed = this.methods
      .list<true, [EntityManager, ConfirmedLead]>(ON_LEAD_CONFIRMED)
      .map(({ call }) => call);
    this.#retracted = this.methods
      .list<true, [EntityManager, RetractedLead]>(ON_LEAD_RETRACTED)
      .map(({ call }) => call);
  }

  /** In the transaction that gives the lead its contact. */
  async enqueue(
    tx: EntityManager,
    tenantId: TenantId,
    lead: Pick<CapturedLead, 'leadId' | 'formId' | 'pageId' | 'occurredAt' | 'address' | 'userAgent'>,
    isRestored = false,
  ): Promise<void> {
    if (this.#handlers.length === 0) return;
    const { leadId, formId, pageId, occurredAt: sentAt, address, userAgent } = lead;
    const visitor: LeadVisitor = { address, userAgent };
    const sealedVisitor = this.secrets.seal(tenantId, VISITOR_PURPOSE, JSON.stringify(visitor));
    const payload = { leadId, formId, pageId, sentAt, sealedVisitor, ...(isRestored && { isRestored }) };
    await this.outbox.enqueue(tx, LEAD_CAPTURED_JOB, [{ tenantId, payload }]);
  }

  /** In the transaction that records the confirmation. */
  async tellConfirmed(tx: EntityManager, lead: ConfirmedLead): Promise<void> {
    for (const handle of this.#confirmed) await handle(tx, lead);
  }

  /** In the transaction that takes the lead back. */
  async tellRetracted(tx: EntityManager, lead: RetractedLead): Promise<void> {
    for (const handle of this.#retracted) await handle(tx, lead);
  }

  @OnJob(LEAD_CAPTURED_JOB, { chunk: 10, concurrency: 2 })
  async tell(batch: JobBatch<LeadToTell>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.tellOne(batch, job));
  }

  private async tellOne(batch: JobBatch<LeadToTell>, { id, payload }: ClaimedJob<LeadToTell>): Promise<void> {
    const { tenantId } = batch;
    await this.database.tenant(tenantId, async (tx) => {
      const where = { tenantId, leadId: payload.leadId };
      // A second worker with the job waits here, and then finds the lead told, and the job complete.
      const receipt = await tx.findOne(LeadReceipt, { where, lock: { mode: 'pessimistic_write' } });
      const isOurs = (await batch.complete(tx, [id])).has(id);
      if (!receipt?.contactId || isSpam(receipt)) return;
      const isTold = receipt.toldAt !== null;
      if (isTold && !(payload.isRestored && isOurs)) return;
      const { sealedVisitor, isRestored: _, ...told } = payload;
      const visitor = this.visitorOf(tenantId, sealedVisitor);
      const lead = { ...told, tenantId, contactId: receipt.contactId, visitor };
      for (const { handle, alsoRestored } of this.#handlers) if (!isTold || alsoRestored) await handle(tx, lead);
      await tx.update(LeadReceipt, { tenantId, leadId: payload.leadId }, { toldAt: new Date() });
    });
  }

  private visitorOf(tenantId: TenantId, sealed: string | undefined): LeadVisitor {
    if (sealed === undefined) return UNKNOWN;
    return JSON.parse(this.secrets.open(tenantId, VISITOR_PURPOSE, sealed)) as LeadVisitor;
  }
}
