import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { SYSTEM_DATA_SOURCE, type TenantId } from '#libs/persistence';

export interface CarrierMessage {
  tenantId: TenantId;
  messageId: string;
  /** Whether a delivery of this part is that of the message. */
  isLast: boolean;
}

/** The carrier's names for messages. */
@Injectable()
export class CarrierMessageRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  async add(
    tx: EntityManager,
    tenantId: TenantId,
    names: readonly { carrierId: string; messageId: string; isLast: boolean }[],
  ): Promise<void> {
    if (names.length === 0) return;
    await tx.query(
      `insert into carrier_message (tenant_id, carrier_id, message_id, is_last)
       select $1, "carrierId", "messageId", "isLast"
       from jsonb_to_recordset($2::jsonb) as name ("carrierId" text, "messageId" text, "isLast" boolean)
       on conflict do nothing`,
      [tenantId, JSON.stringify(names)],
    );
  }

  /**
   * The newest message that a carrier calls by one of these names, in the order in which they are given. By the system
   * role: the carrier knows nothing of tenants.
   */
  async find(carrierIds: readonly string[]): Promise<CarrierMessage | undefined> {
    const [row] = await this.system.query<CarrierMessage[]>(
      `select tenant_id as "tenantId", message_id as "messageId", is_last as "isLast"
       from carrier_message where carrier_id = any($1::text[])
       order by array_position($1::text[], carrier_id), created_at desc limit 1`,
      [carrierIds],
    );
    return row;
  }
}
