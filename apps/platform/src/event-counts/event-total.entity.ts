import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, type TenantId } from '#libs/core/persistence';

/** Events of one kind in an hour or a day (UTC). */
@Entity()
@DataRights({ erasure: { stays: 'Counts and no person' } })
export class EventTotal {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  span: 'hour' | 'day';

  @PrimaryColumn('timestamptz', { precision: 0 })
  start: Date;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint', { transformer: bigintNumber })
  count: number;
}
