import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/** Nobody takes up a message before its time; this much sooner, nobody is about to. */
const MARGIN_SECONDS = 1;

@Injectable()
export class CancelRepository {
  /** Locks a scheduled message whose time has not come; false for one whose has, or that was never scheduled. */
  async lockScheduled(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select from message where tenant_id = $1 and id = $2 and status = 'queued'
         and scheduled_at > now() + $3 * interval '1 second' for update`,
      [tenantId, id, MARGIN_SECONDS],
    );
    return rows.length > 0;
  }

  /** Takes a message that was never sent back out of the usage of the month in which it was accepted. */
  async uncount(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.query(
      `update usage_counter u
       set emails_sent = u.emails_sent - (m.channel = 'email')::int, sms_sent = u.sms_sent - (m.channel = 'sms')::int,
           push_sent = u.push_sent - (m.channel = 'push')::int, updated_at = now()
       from message m
       where m.tenant_id = $1 and m.id = $2 and u.tenant_id = $1
         and u.period = to_char(m.created_at at time zone 'UTC', 'YYYY-MM')`,
      [tenantId, id],
    );
  }
}
