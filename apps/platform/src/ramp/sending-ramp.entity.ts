import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** How far the daily limit of a tenant has grown. Days are in UTC, `YYYY-MM-DD`. */
@Entity()
@DataRights({ erasure: { stays: 'Counts and no person' } })
export class SendingRamp {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('smallint')
  doublings: number;

  /** The first day of the sending that decides on the next step. */
  @Column('date')
  since: string;

  /** The day for which `doublings` was decided. */
  @Column('date')
  judgedOn: string;
}
