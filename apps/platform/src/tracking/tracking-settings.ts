import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/audit';
import { Database, type TenantId } from '#libs/persistence';

/** What an account has tracked of the mail that does not say itself. */
export interface TrackingSetting {
  opens: boolean;
  clicks: boolean;
}

@Injectable()
export class TrackingSettings {
  constructor(private readonly database: Database) {}

  /** Nothing is tracked until somebody says so. */
  async read(tenantId: TenantId): Promise<TrackingSetting> {
    return this.database.tenant(tenantId, (tx) => this.find(tx, tenantId));
  }

  /** Changes what is given. */
  async change(tenantId: TenantId, { opens, clicks }: Partial<TrackingSetting>): Promise<TrackingSetting> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.find(tx, tenantId, true);
      const [after] = await tx.query<[TrackingSetting]>(
        `insert into tracking_setting as known (tenant_id, opens, clicks)
         values ($1, coalesce($2::boolean, false), coalesce($3::boolean, false))
         on conflict on constraint tracking_setting__pk do update
           set opens = coalesce($2::boolean, known.opens), clicks = coalesce($3::boolean, known.clicks), updated_at = now()
         returning opens, clicks`,
        [tenantId, opens ?? null, clicks ?? null],
      );
      if (before.opens !== after.opens || before.clicks !== after.clicks) await audit(tx, tenantId, before, after);
      return after;
    });
  }

  private async find(tx: EntityManager, tenantId: TenantId, isHeld = false): Promise<TrackingSetting> {
    const [row] = await tx.query<TrackingSetting[]>(
      `select opens, clicks from tracking_setting where tenant_id = $1 ${isHeld ? 'for update' : ''}`,
      [tenantId],
    );
    return row ?? { opens: false, clicks: false };
  }
}

async function audit(
  tx: EntityManager,
  tenantId: TenantId,
  before: TrackingSetting,
  after: TrackingSetting,
): Promise<void> {
  const object = { type: 'tracking', id: tenantId };
  await recordAudit(tx, { action: 'tracking.changed', object, tenantId, before: { ...before }, after: { ...after } });
}
