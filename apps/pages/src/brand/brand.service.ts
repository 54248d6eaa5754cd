import { Injectable } from '@nestjs/common';
import { auditDifference, recordAudit } from '#libs/core/audit';
import { Database, type TenantId } from '#libs/core/persistence';
import { requireMedia } from '../require-media.js';
import { RenderAgain } from '../published-pages/render-again.js';
import type { Brand } from '../markup/page-context.js';
import { BrandKitRepository } from './brand-kit.repository.js';

const AUDITED = ['name', 'logoId', 'colors', 'headingFont', 'textFont', 'radius'] as const;

/** The look that a tenant's pages inherit. */
@Injectable()
export class BrandService {
  constructor(
    private readonly database: Database,
    private readonly kits: BrandKitRepository,
    private readonly renderAgain: RenderAgain,
  ) {}

  async get(tenantId: TenantId): Promise<Brand> {
    return this.database.tenant(tenantId, (tx) => this.kits.find(tx, tenantId));
  }

  /** Published pages are rendered again if it makes a difference. @throws Problem Unprocessable if the logo is none of the tenant's */
  async replace(tenantId: TenantId, brand: Brand): Promise<Brand> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.kits.find(tx, tenantId);
      await requireMedia(tx, tenantId, { id: brand.logoId, before: before.logoId, field: 'logo_id' });
      await this.kits.upsert(tx, tenantId, brand);
      const difference = auditDifference(before, brand, AUDITED);
      if (difference) {
        await this.renderAgain.outdated(tx, tenantId, { brand: true });
        const object = { type: 'brand', id: tenantId };
        await recordAudit(tx, { action: 'brand.changed', object, tenantId, ...difference });
      }
      return brand;
    });
  }
}
