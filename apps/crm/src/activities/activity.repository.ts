import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  listKeysetPage,
  many,
  toKeysetPages,
  type Id,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/persistence';
import type { ActivityType } from '../timeline/activity.js';
import { Activity } from '../timeline/activity.entity.js';
import { ACTIVITIES_OF_CONTACTS } from './activity.sql.js';

interface InTimeline {
  tenantId: TenantId;
  contactId: Id<'cnt'>;
  /** All types if absent. */
  type?: ActivityType;
}

/** A page of the timeline of one contact. */
export interface OfContact extends KeysetRequest {
  contactId: string;
  /** All types if absent. */
  type?: ActivityType;
}

/** Comes after every UUIDv7. */
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The timelines of contacts. */
@Injectable()
export class ActivityRepository {
  /** A page, newest first. */
  async listPage(tx: EntityManager, of: InTimeline, page: KeysetRequest): Promise<KeysetPage<Activity>> {
    const query = tx
      .createQueryBuilder(Activity, 'activity')
      .where('activity.tenantId = :tenantId and activity.contactId = :contactId', of);
    if (of.type) query.andWhere('activity.type = :type', of);
    return listKeysetPage(query, ['id'], page);
  }

  /** A page for each request, in their order. */
  async listPages(
    tx: EntityManager,
    tenantId: TenantId,
    requests: readonly OfContact[],
  ): Promise<KeysetPage<Activity>[]> {
    const rows = await many<Activity & { request: number }>(tx, ACTIVITIES_OF_CONTACTS, [
      tenantId,
      requests.map(({ contactId }) => contactId),
      requests.map(({ type }) => type ?? null),
      requests.map(({ after }) => after?.[0] ?? AFTER_ALL),
      requests.map(({ limit }) => limit + 1),
    ]);
    return toKeysetPages(requests, rows, ({ id }) => [id]);
  }

  async find(tx: EntityManager, where: Pick<Activity, 'tenantId' | 'contactId' | 'id'>): Promise<Activity | null> {
    return tx.findOneBy(Activity, where);
  }

  async count(tx: EntityManager, { tenantId, contactId, type }: InTimeline): Promise<number> {
    return tx.countBy(Activity, { tenantId, contactId, ...(type && { type }) });
  }
}
