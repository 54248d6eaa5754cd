import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { v7 } from 'uuid';
import { lockKey, type TenantId } from '#libs/core/persistence';
import type { Criteria } from '../criteria/criterion.js';
import { foldText } from '../fold-text.js';
import { Segment } from './segment.entity.js';

/** A segment as a user wrote it, its criteria parsed. */
export interface SegmentValues {
  name: string;
  criteria: Criteria;
  isList: boolean;
}

/** The segments of tenants, but for deleted ones. */
@Injectable()
export class SegmentRepository {
  /** Sorts by name. */
  async list(tx: EntityManager, tenantId: TenantId): Promise<Segment[]> {
    return tx.find(Segment, { where: { tenantId, deletedAt: IsNull() }, order: { nameKey: 'asc' } });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Segment | null> {
    return tx.findOneBy(Segment, { tenantId, id, deletedAt: IsNull() });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Segment | null> {
    return tx.findOne(Segment, { where: { tenantId, id, deletedAt: IsNull() }, lock: { mode: 'pessimistic_write' } });
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<number> {
    return tx.countBy(Segment, { tenantId, deletedAt: IsNull() });
  }

  /** The same; other segments that are made or deleted meanwhile wait until the transaction ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'segments', tenantId);
    return this.count(tx, tenantId);
  }

  /** Violates segment__name__uq if another segment has the name. */
  async insert(tx: EntityManager, tenantId: TenantId, values: SegmentValues): Promise<Segment> {
    const now = new Date();
    const segment: Segment = {
      ...columnsOf(values),
      ...NOT_EVALUATED,
      tenantId,
      id: v7(),
      version: 1,
      evaluatedOn: null,
      reach: -1,
      reachAt: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await tx.insert(Segment, segment);
    return segment;
  }

  /** Violates the same constraint as {@link insert}. */
  async replace(tx: EntityManager, { tenantId, id, version }: Segment, values: SegmentValues): Promise<void> {
    const changes = { ...columnsOf(values), ...NOT_EVALUATED, version: version + 1 };
    await tx.update(Segment, { tenantId, id }, changes);
  }

  async update(
    tx: EntityManager,
    { tenantId, id }: Pick<Segment, 'tenantId' | 'id'>,
    changes: Partial<Segment>,
  ): Promise<void> {
    await tx.update(Segment, { tenantId, id }, changes);
  }
}

const NOT_EVALUATED = { state: 'waiting', evaluated: 0, evaluatedUpTo: '' } as const;

const columnsOf = ({ name, criteria: { conjunction, criteria }, isList }: SegmentValues) => ({
  name,
  nameKey: foldText(name),
  conjunction,
  criteria,
  isList,
  hasDays: criteria.some(({ operator }) => operator === 'inLastDays'),
});
