import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights } from '#libs/core/persistence';

/** How many codes were asked for a number or by a tenant on a day. */
@Entity()
@DataRights({ erasure: { stays: 'Counts and no person' } })
export class SmsCodeCount {
  /** The MAC of a number, or the id of a tenant. */
  @PrimaryColumn('text')
  subject: string;

  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  count: number;
}
