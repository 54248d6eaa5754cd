import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { auditDifference, recordAudit } from '#libs/core/audit';
import { Database, lockKey, type TenantId } from '#libs/core/persistence';
import { RenderAgain } from '../published-pages/render-again.js';
import { SiteTagsRepository, type TagValues } from './site-tags.repository.js';
import { tagsVersion } from './tags-version.js';

const AUDITED = ['tags', 'asksForPixel', 'bannerTitle', 'bannerText', 'policyUrl'] as const;

/** Manages the tags of all pages of a tenant. */
@Injectable()
export class SiteTagsService {
  constructor(
    private readonly database: Database,
    private readonly tags: SiteTagsRepository,
    private readonly renderAgain: RenderAgain,
  ) {}

  async get(tenantId: TenantId): Promise<TagValues> {
    return this.database.tenant(tenantId, (tx) => this.tags.get(tx, tenantId));
  }

  /** Published pages are rendered again with the new tags. What changes nothing is no change. */
  async replace(tenantId: TenantId, values: Omit<TagValues, 'version'>): Promise<TagValues> {
    return this.database.tenant(tenantId, async (tx) => {
      await lockKey(tx, 'page rendering', tenantId);
      const before = await this.tags.get(tx, tenantId);
      const next = { ...values, version: tagsVersion(values), number: before.number + 1 };
      if (AUDITED.every((name) => isDeepStrictEqual(before[name], next[name]))) return before;
      await this.tags.insert(tx, tenantId, next);
      await this.renderAgain.outdated(tx, tenantId, { all: true });
      const difference = auditDifference(before, next, AUDITED);
      const object = { type: 'site', id: tenantId };
      if (difference) await recordAudit(tx, { action: 'site.tags_changed', object, tenantId, ...difference });
      return next;
    });
  }
}
