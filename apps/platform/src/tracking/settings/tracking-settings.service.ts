import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Database, type TenantId } from '#libs/core/persistence';
import type { TrackingFlags } from './tracking-setting.entity.js';
import { TrackingSettingRepository } from './tracking-setting.repository.js';

const OFF: TrackingFlags = { opens: false, clicks: false };

/** The tenant's default for tracking. */
@Injectable()
export class TrackingSettingsService {
  constructor(
    private readonly database: Database,
    private readonly settings: TrackingSettingRepository,
  ) {}

  /** Everything is off for a tenant without a setting. */
  async get(tenantId: TenantId): Promise<TrackingFlags> {
    return (await this.database.tenant(tenantId, (tx) => this.settings.find(tx, tenantId))) ?? OFF;
  }

  /** Changes what is given. */
  async update(tenantId: TenantId, change: Partial<TrackingFlags>): Promise<TrackingFlags> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = (await this.settings.lockForUpdate(tx, tenantId)) ?? OFF;
      const after = await this.settings.upsert(tx, tenantId, change);
      if (before.opens !== after.opens || before.clicks !== after.clicks) await audit(tx, tenantId, before, after);
      return after;
    });
  }
}

async function audit(
  tx: EntityManager,
  tenantId: TenantId,
  before: TrackingFlags,
  after: TrackingFlags,
): Promise<void> {
  await recordAudit(tx, {
    action: 'tracking.changed',
    object: { type: 'tracking', id: tenantId },
    tenantId,
    before: flagsOf(before),
    after: flagsOf(after),
  });
}

const flagsOf = ({ opens, clicks }: TrackingFlags): TrackingFlags => ({ opens, clicks });
