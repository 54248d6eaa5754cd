import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { SiteTags } from '#libs/sites/tags';

/** Values of the newest row; `version` is null before the first. */
export type TagValues = Pick<SiteTags, 'tags' | 'asksForPixel' | 'bannerTitle' | 'bannerText' | 'policyUrl'> & {
  version: string | null;
};

/** The tags that hold, with the number of their row; 0 before the first. */
export type CurrentTags = TagValues & Pick<SiteTags, 'number'>;

/** Changes of a tenant's tags that are kept. */
const MAX_CHANGES = 500;

const NONE: CurrentTags = {
  number: 0,
  version: null,
  tags: [],
  asksForPixel: false,
  bannerTitle: null,
  bannerText: null,
  policyUrl: null,
};

@Injectable()
export class SiteTagsRepository {
  /** The tags that hold; none if the tenant has chosen none. */
  async get(tx: EntityManager, tenantId: TenantId): Promise<CurrentTags> {
    return (await tx.findOne(SiteTags, { where: { tenantId }, order: { number: 'DESC' } })) ?? NONE;
  }

  /** Adds a change. Those that are too many go. */
  async insert(tx: EntityManager, tenantId: TenantId, values: CurrentTags): Promise<void> {
    await tx.insert(SiteTags, { ...values, version: values.version!, tenantId });
    await tx.delete(SiteTags, { tenantId, number: LessThanOrEqual(values.number - MAX_CHANGES) });
  }
}
