import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId } from '#libs/core/persistence';

/** Events of a month (UTC), for the quota of the plan. */
@Entity()
@DataRights({ erasure: { stays: 'Counts of events, without a person' } })
export class EventMonth {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** First day of the month. */
  @PrimaryColumn('date')
  month: string;

  @Column('bigint', { transformer: bigintNumber })
  kept: number;

  /** Events over the quota: they are in totals, and not kept. */
  @Column('bigint', { transformer: bigintNumber })
  counted: number;
}
