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
} from '#libs/core/persistence';
import type { ActivityType } from '../timeline/activity.js';
import { Activity } from '../timeline/activity.entity.js';
import { ACTIVITIES_OF_CONTACTS, COUNT_ACTIVITIES, DELETE_ACTIVITY } from './activity.sql.js';

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

/** Timeline whose entries are counted. */
export type CountOfContact = Pick<OfContact, 'contactId' | 'type'>;

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

  async update(tx: EntityManager, { tenantId, contactId, id }: Activity, sealed: Buffer): Promise<void> {
    await tx.update(Activity, { tenantId, contactId, id }, { sealed });
  }

  /** With the copies of merged contacts, so that undoing a merge does not bring it back. */
  async delete(tx: EntityManager, { tenantId, contactId, id }: Activity): Promise<void> {
    await tx.query(DELETE_ACTIVITY, [tenantId, contactId, id]);
  }

  async count(tx: EntityManager, { tenantId, contactId, type }: InTimeline): Promise<number> {
    return tx.countBy(Activity, { tenantId, contactId, ...(type && { type }) });
  }

  /** How many entries each request means, in their order. */
  async countMany(tx: EntityManager, tenantId: TenantId, requests: readonly CountOfContact[]): Promise<number[]> {
    const rows = await many<{ total: number }>(tx, COUNT_ACTIVITIES, [
      tenantId,
      requests.map(({ contactId }) => contactId),
      requests.map(({ type }) => type ?? null),
    ]);
    return rows.map(({ total }) => total);
  }
}
