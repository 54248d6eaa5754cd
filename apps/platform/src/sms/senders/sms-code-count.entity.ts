import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many codes were asked for a number or by a tenant on a day. */
@Entity()
export class SmsCodeCount {
  /** The MAC of a number, or the id of a tenant. */
  @PrimaryColumn('text')
  subject: string;

  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  count: number;
}
