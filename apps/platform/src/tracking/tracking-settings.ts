import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/persistence';
import { TenantDatabase } from '#libs/tenancy';

/** What an account has tracked of the mail that does not say itself. */
export interface TrackingSetting {
  opens: boolean;
  clicks: boolean;
}

@Injectable()
export class TrackingSettings {
  constructor(private readonly database: TenantDatabase) {}

  /** Nothing is tracked until somebody says so. */
  async read(tenantId: TenantId): Promise<TrackingSetting> {
    const [row] = await this.database.run(tenantId, (tx) =>
      tx.query<TrackingSetting[]>(`select opens, clicks from tracking_setting where tenant_id = $1`, [tenantId]),
    );
    return row ?? { opens: false, clicks: false };
  }

  /** Changes what is given. */
  async change(tenantId: TenantId, { opens, clicks }: Partial<TrackingSetting>): Promise<TrackingSetting> {
    const [row] = await this.database.run(tenantId, (tx) =>
      tx.query<[TrackingSetting]>(
        `insert into tracking_setting as known (tenant_id, opens, clicks)
         values ($1, coalesce($2::boolean, false), coalesce($3::boolean, false))
         on conflict on constraint tracking_setting__pk do update
           set opens = coalesce($2::boolean, known.opens), clicks = coalesce($3::boolean, known.clicks), updated_at = now()
         returning opens, clicks`,
        [tenantId, opens ?? null, clicks ?? null],
      ),
    );
    return row;
  }
}
