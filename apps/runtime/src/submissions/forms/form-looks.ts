import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { BrandKit } from '#libs/sites/sites';
import { type FormLook, lookOf } from './form-look.js';

const MAX_TENANTS = 10_000;
/** How long a change of the brand may take to show. */
const FRESH_MS = 10_000;

/** The looks of tenants' form pages, in the memory of this process; while the database is away, as they were last seen. */
@Injectable()
export class FormLooks {
  private readonly plain = lookOf(null);
  private readonly known = new LRUCache<TenantId, FormLook>({
    max: MAX_TENANTS,
    ttl: FRESH_MS,
    fetchMethod: (tenantId) => this.read(tenantId),
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  });

  constructor(private readonly database: Database) {}

  /** The plain look if the brand cannot be read: what a visitor has sent is answered all the same. */
  async find(tenantId: TenantId): Promise<FormLook> {
    try {
      return (await this.known.fetch(tenantId)) ?? this.plain;
    } catch (error) {
      logger.warn('The brand of a form cannot be read; its pages are plain', { error });
      return this.plain;
    }
  }

  private async read(tenantId: TenantId): Promise<FormLook> {
    const kit = await this.database.system((tx) => tx.findOneBy(BrandKit, { tenantId }));
    return kit ? lookOf(kit) : this.plain;
  }
}
