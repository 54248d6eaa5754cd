import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type JobBatch, OnJob } from '#libs/core/jobs';
import { Database, lockKey, type TenantId } from '#libs/core/persistence';
import { ContactRepository } from '../../contacts/contact.repository.js';
import { ContactCriteria } from '../../criteria/contact-criteria.js';
import { FILL_SEGMENT_JOB, type FillSegment } from '../segment-jobs.js';
import type { Segment } from '../segment.entity.js';
import { SegmentRepository } from '../segment.repository.js';
import { countMembers, deleteSomeMembers } from './segment-member.sql.js';
import { SegmentListSender } from './segment-list-sender.js';
import { SegmentMembers } from './segment-members.js';

/** Contacts in one transaction. */
const CONTACTS = 1_000;

/**
 * Evaluates all contacts after a segment was written, and where the day decides, after midnight. Changes of contacts meanwhile wait
 * for the present thousand, and are evaluated after it. Interrupted, it goes on where it was.
 */
@Injectable()
export class SegmentFillProcessor {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly members: SegmentMembers,
    private readonly criteria: ContactCriteria,
    private readonly contacts: ContactRepository,
    private readonly lists: SegmentListSender,
  ) {}

  @OnJob(FILL_SEGMENT_JOB, { chunk: 1, concurrency: 2, perTenant: 1 })
  async fill(batch: JobBatch<FillSegment>): Promise<void> {
    for (const job of batch.jobs)
      await batch.runFor(job, () =>
        batch.completeBySteps(this.database, job, (tx) => this.step(tx, batch.tenantId, job.payload)),
      );
  }

  /** Returns whether nothing is left to do. */
  private async step(
    tx: EntityManager,
    tenantId: TenantId,
    { segmentId, version, tellsAll }: FillSegment,
  ): Promise<boolean> {
    await lockKey(tx, 'segment members', tenantId);
    const segment = await this.segments.lockForUpdate(tx, tenantId, segmentId);
    if (!segment) return this.empty(tx, tenantId, segmentId);
    if (segment.version !== version || segment.state === 'ready') return true;
    const context = await this.criteria.contextOf(tx, tenantId);
    const ids = await this.contacts.listIdsAfter(tx, tenantId, segment.evaluatedUpTo, CONTACTS);
    if (ids.length === 0) return this.finish(tx, segment);
    await this.members.evaluate(tx, context, segment, ids);
    if (segment.isList && tellsAll) await this.lists.sendAll(tx, segment, ids);
    await this.segments.update(tx, segment, {
      state: 'filling',
      evaluated: segment.evaluated + ids.length,
      evaluatedUpTo: ids.at(-1)!,
      ...(segment.evaluatedUpTo === '' && { evaluatedOn: context.today }),
      updatedAt: segment.updatedAt,
    });
    return false;
  }

  private async finish(tx: EntityManager, segment: Segment): Promise<true> {
    const { tenantId, id, updatedAt } = segment;
    const reach = await countMembers(tx, tenantId, id);
    const evaluatedOn = segment.evaluatedOn ?? (await this.criteria.contextOf(tx, tenantId)).today;
    await this.segments.update(tx, segment, { state: 'ready', reach, reachAt: new Date(), evaluatedOn, updatedAt });
    return true;
  }

  /** Deletes the members of a deleted segment. */
  private async empty(tx: EntityManager, tenantId: TenantId, segmentId: string): Promise<boolean> {
    const left = await deleteSomeMembers(tx, tenantId, segmentId, CONTACTS);
    await this.members.tell(tx, tenantId, { segmentId, entered: [], left });
    return left.length < CONTACTS;
  }
}
