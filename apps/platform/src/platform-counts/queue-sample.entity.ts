import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights } from '#libs/core/persistence';

/** The worst that the jobs of a kind were in an hour, as samples of each minute found them. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class QueueSample {
  @PrimaryColumn('timestamptz', { precision: 0 })
  hour: Date;

  @PrimaryColumn('text')
  kind: string;

  /** Waiting or in progress. */
  @Column('integer')
  due: number;

  @Column('integer')
  dead: number;

  /** How long the oldest due job had waited. */
  @Column('integer')
  oldestSeconds: number;
}
