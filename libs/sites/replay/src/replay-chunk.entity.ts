import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, CreatedAt, DataRights, type TenantId } from '#libs/core/persistence';

/** Some events of a recording. The table is partitioned as its sessions are. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { regions: 'Numbers of the places of a page whose texts are masked' } })
export class ReplayChunk {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('uuid')
  replayId: string;

  /** The load of a page in which its events happened. */
  @PrimaryColumn('uuid')
  loadId: string;

  /** Its place among the chunks of the load, from 0. */
  @PrimaryColumn('integer')
  sequence: number;

  /** Times of its first and its last event, by the clock of the visitor (milliseconds). */
  @Column('bigint', { transformer: bigintNumber })
  firstEventAt: number;

  @Column('bigint', { transformer: bigintNumber })
  lastEventAt: number;

  @Column('integer')
  events: number;

  /** Length of the events as JSON. */
  @Column('integer')
  bytes: number;

  /** The events: gzip of a JSON list, sealed by the key of the session. */
  @Column('bytea')
  content: Buffer;

  /** Places of the page whose texts are masked, after these events: gzip of JSON, sealed likewise. */
  @Column('bytea')
  regions: Buffer;

  @CreatedAt()
  createdAt: Date;
}
