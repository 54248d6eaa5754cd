import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { listKeysetPage, type Id, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/persistence';
import type { ActivityType } from '../timeline/activity.js';
import { Activity } from '../timeline/activity.entity.js';

interface OfContact {
  tenantId: TenantId;
  contactId: Id<'cnt'>;
  /** All types if absent. */
  type?: ActivityType;
}

/** The timelines of contacts. */
@Injectable()
export class ActivityRepository {
  /** A page, newest first. */
  async listPage(tx: EntityManager, of: OfContact, page: KeysetRequest): Promise<KeysetPage<Activity>> {
    const query = tx
      .createQueryBuilder(Activity, 'activity')
      .where('activity.tenantId = :tenantId and activity.contactId = :contactId', of);
    if (of.type) query.andWhere('activity.type = :type', of);
    return listKeysetPage(query, ['id'], page);
  }

  async find(tx: EntityManager, where: Pick<Activity, 'tenantId' | 'contactId' | 'id'>): Promise<Activity | null> {
    return tx.findOneBy(Activity, where);
  }

  async count(tx: EntityManager, { tenantId, contactId, type }: OfContact): Promise<number> {
    return tx.countBy(Activity, { tenantId, contactId, ...(type && { type }) });
  }
}
