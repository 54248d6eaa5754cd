import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** An event in the life of a message. The table is partitioned by its time-ordered id. */
@Entity()
@DataRights({ erasure: 'erased' })
export class MessageEvent {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  messageId: string;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  type: string;

  @Timestamp()
  occurredAt: Date;

  @Column('jsonb', { nullable: true })
  detail: Record<string, unknown> | null;
}
