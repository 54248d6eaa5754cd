import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/** What a tenant used in a month, in UTC. */
export interface Usage {
  period: string;
  emailsSent: number;
  smsSent: number;
  pushSent: number;
  apiCalls: number;
  updatedAt: Date | null;
}

interface UsageRow {
  emailsSent: string;
  smsSent: string;
  pushSent: string;
  apiCalls: string;
  updatedAt: Date;
}

@Injectable()
export class UsageRepository {
  /** The counters of a month (`YYYY-MM`); zeros for one without use. */
  async find(tx: EntityManager, tenantId: TenantId, period: string): Promise<Usage> {
    const [row] = await tx.query<UsageRow[]>(
      `select emails_sent as "emailsSent", sms_sent as "smsSent", push_sent as "pushSent", api_calls as "apiCalls",
              updated_at as "updatedAt"
       from usage_counter where tenant_id = $1 and period = $2`,
      [tenantId, period],
    );
    return {
      period,
      emailsSent: Number(row?.emailsSent ?? 0),
      smsSent: Number(row?.smsSent ?? 0),
      pushSent: Number(row?.pushSent ?? 0),
      apiCalls: Number(row?.apiCalls ?? 0),
      updatedAt: row?.updatedAt ?? null,
    };
  }
}
