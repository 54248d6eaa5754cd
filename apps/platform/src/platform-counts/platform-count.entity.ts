import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber } from '#libs/core/persistence';

/** How often an event occurred in an hour, on the whole platform. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class PlatformCount {
  @PrimaryColumn('timestamptz', { precision: 0 })
  hour: Date;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint', { transformer: bigintNumber })
  count: number;
}
