import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber } from '#libs/core/persistence';

/** The count of the current hour as it was at a minute. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class PlatformSample {
  @PrimaryColumn('timestamptz', { precision: 0 })
  at: Date;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint', { transformer: bigintNumber })
  count: number;
}
