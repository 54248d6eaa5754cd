import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditEvent } from '#libs/core/audit';
import { isUuid } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { CrmConfig } from '../config.js';
import { WatchedTenants } from '../contact-changes/watched-tenants.js';
import { ContactCriteria, problemIn } from '../criteria/contact-criteria.js';
import type { CriteriaContext } from '../criteria/criterion-fields.js';
import type { GivenCriteria } from '../criteria/parse-criteria.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { SegmentListSender } from './members/segment-list-sender.js';
import { FILL_SEGMENT_JOB } from './segment-jobs.js';
import { conflictOf, found, tooManySegments } from './segment-problems.js';
import { SegmentReach } from './segment-reach.js';
import type { Segment } from './segment.entity.js';
import { SegmentRepository, type SegmentValues } from './segment.repository.js';

/** Name of segments among the watchers of contacts. */
export const SEGMENT_WATCHER = 'segments';

/** A segment as a user wrote it. */
export interface GivenSegment extends GivenCriteria {
  name: string;
  isList: boolean;
}

/** A segment, with what shows it. */
export interface ShownSegment {
  segment: Segment;
  cipher: TenantCipher;
  /** Why nobody comes into it any more, such as a deleted field; null if that is not so. */
  problem: string | null;
}

/** The segments of accounts. Who is in them is written by jobs, and as contacts change. */
@Injectable()
export class SegmentsService {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly criteria: ContactCriteria,
    private readonly reach: SegmentReach,
    private readonly watched: WatchedTenants,
    private readonly outbox: Outbox,
    private readonly lists: SegmentListSender,
    private readonly config: CrmConfig,
  ) {}

  /** @throws Problem Unprocessable for criteria that are not valid, and at the limit; AlreadyExists for a taken name */
  async create(tenantId: TenantId, given: GivenSegment): Promise<ShownSegment> {
    const id = await this.write(tenantId, async (tx) => {
      const values = await this.valuesOf(tx, tenantId, given);
      const count = await this.segments.lockAndCount(tx, tenantId);
      if (count >= this.config.segmentsPerAccount) throw tooManySegments(this.config.segmentsPerAccount, count);
      const segment = await this.segments.insert(tx, tenantId, values);
      await this.enqueueFill(tx, segment);
      await auditSegment(tx, 'segment.created', segment, { after: auditedOf(segment) });
      return segment.id;
    });
    return this.withReach(tenantId, id);
  }

  /** Sorts by name. */
  async list(tenantId: TenantId): Promise<ShownSegment[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const segments = await this.segments.list(tx, tenantId);
      const context = await this.criteria.contextOf(tx, tenantId);
      return segments.map((segment) => shown(context, segment));
    });
  }

  async find(tenantId: TenantId, id: string): Promise<ShownSegment | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, async (tx) => {
      const segment = await this.segments.find(tx, tenantId, id);
      return segment && shown(await this.criteria.contextOf(tx, tenantId), segment);
    });
  }

  /** @throws Problem NotFound and those of {@link create}, but for the limit */
  async replace(tenantId: TenantId, id: string, given: GivenSegment): Promise<ShownSegment> {
    await this.write(tenantId, async (tx) => {
      const before = found(await this.segments.lockForUpdate(tx, tenantId, id));
      await this.segments.replace(tx, before, await this.valuesOf(tx, tenantId, given));
      const segment = found(await this.segments.find(tx, tenantId, id));
      await this.enqueueFill(tx, segment);
      if (before.isList && !segment.isList) await this.lists.end(tx, segment);
      await auditSegment(tx, 'segment.changed', segment, { before: auditedOf(before), after: auditedOf(segment) });
    });
    return this.withReach(tenantId, id);
  }

  /** Its members go by a job. @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await this.segments.lockAndCount(tx, tenantId);
      const segment = found(await this.segments.lockForUpdate(tx, tenantId, id));
      await this.segments.update(tx, segment, { deletedAt: new Date(), criteria: [] });
      await this.enqueueFill(tx, segment);
      if (segment.isList) await this.lists.end(tx, segment);
      if ((await this.segments.count(tx, tenantId)) === 0) await this.watched.unwatch(tx, tenantId, SEGMENT_WATCHER);
      await auditSegment(tx, 'segment.deleted', segment, { before: auditedOf(segment) });
    });
  }

  /** Counts the contacts that meet criteria, which are not kept. @throws Problem Unprocessable */
  async preview(tenantId: TenantId, given: GivenCriteria): Promise<number> {
    const criteria = await this.database.tenant(tenantId, (tx) => this.criteria.parse(tx, tenantId, given));
    return this.reach.count(tenantId, criteria);
  }

  private async write<T>(tenantId: TenantId, run: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.tenant(tenantId, run);
    } catch (error) {
      throw conflictOf(error);
    }
  }

  private async valuesOf(tx: EntityManager, tenantId: TenantId, given: GivenSegment): Promise<SegmentValues> {
    const { name, isList } = given;
    return { name, isList, criteria: await this.criteria.parse(tx, tenantId, given) };
  }

  /** Changes from here on are followed, and the job evaluates what was before. */
  private async enqueueFill(tx: EntityManager, { tenantId, id, version }: Segment): Promise<void> {
    await this.outbox.enqueue(tx, FILL_SEGMENT_JOB, [
      { tenantId, payload: { segmentId: id, version, tellsAll: true } },
    ]);
    await this.watched.watch(tx, tenantId, SEGMENT_WATCHER);
  }

  /** The segment with the number of contacts that it will have; another transaction, since the count may take its time. */
  private async withReach(tenantId: TenantId, id: string): Promise<ShownSegment> {
    const written = found(await this.find(tenantId, id));
    const { segment } = written;
    const reach = await this.reach.count(tenantId, segment);
    const counted = { reach, reachAt: new Date(), updatedAt: segment.updatedAt };
    await this.database.tenant(tenantId, async (tx) => {
      const present = await this.segments.lockForUpdate(tx, tenantId, id);
      // A job that has evaluated all contacts meanwhile knows better.
      if (present?.version === segment.version && present.state !== 'ready')
        await this.segments.update(tx, present, counted);
    });
    return { ...written, segment: { ...segment, ...counted } };
  }
}

const shown = (context: CriteriaContext, segment: Segment): ShownSegment => ({
  segment,
  cipher: context.cipher,
  problem: problemIn(context, segment),
});

/** Values of criteria may be of persons. */
const auditedOf = ({ name, criteria, conjunction }: Segment) => ({
  name,
  conjunction,
  criteria: criteria.map(({ field, operator }) => `${field} ${operator}`),
});

async function auditSegment(
  tx: EntityManager,
  action: string,
  { tenantId, id }: Segment,
  change: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  await recordTrail(tx, { action, object: { type: 'segment', id }, tenantId, ...change });
}
