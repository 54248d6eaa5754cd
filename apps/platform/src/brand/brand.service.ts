import { Injectable } from '@nestjs/common';
import { auditFields, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import type { BrandValues } from './brand.entity.js';
import { BrandRepository } from './brand.repository.js';

const NONE: BrandValues = { name: null, color: null };

/** How a tenant shows itself to the recipients of its messages. */
@Injectable()
export class BrandService {
  constructor(
    private readonly database: Database,
    private readonly brands: BrandRepository,
  ) {}

  async get(tenantId: TenantId): Promise<BrandValues> {
    return (await this.database.tenant(tenantId, (tx) => this.brands.find(tx, tenantId))) ?? NONE;
  }

  /** Changes what is given. @throws Problem MissingParameter if that is nothing */
  async update(tenantId: TenantId, change: Partial<BrandValues>): Promise<BrandValues> {
    if (Object.keys(change).length === 0)
      throw new Problem('MissingParameter', { message: 'Give Name, Color or both' });
    return this.database.tenant(tenantId, async (tx) => {
      const before = (await this.brands.lockForUpdate(tx, tenantId)) ?? NONE;
      const after = await this.brands.upsert(tx, tenantId, change);
      await recordAudit(tx, {
        action: 'brand.changed',
        object: { type: 'brand', id: tenantId },
        tenantId,
        before: auditFields(before, ['name', 'color']),
        after: auditFields(after, ['name', 'color']),
      });
      return after;
    });
  }
}
