import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** Recording of one tab of a visitor, with consent. The table is partitioned by the day of its beginning. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { sealed_key: 'A key' } })
export class ReplaySession {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** The day (UTC) on which its first chunk came. */
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Seals its chunks. Without it they are unreadable, in backups too. */
  @Column('text')
  sealedKey: string;

  /** The session of the reports. */
  @Column('text', { nullable: true })
  sessionId: string | null;

  /** The id to which the visitor consented. */
  @Column('text')
  visitorId: string;

  /** The page, or the pixel of a site of the tenant's own, on which it began. */
  @Column('text')
  pageId: string;

  /** Address of the page on which it began, without its query. */
  @Column('text', { nullable: true })
  address: string | null;

  @Timestamp()
  startedAt: Date;

  @Timestamp()
  lastAt: Date;

  /** Times of its first and its last event, by the clock of the visitor (milliseconds). */
  @Column('bigint', { transformer: bigintNumber })
  firstEventAt: number;

  @Column('bigint', { transformer: bigintNumber })
  lastEventAt: number;

  @Column('integer')
  chunks: number;

  @Column('integer')
  events: number;

  /** Length of its events as JSON. */
  @Column('integer')
  bytes: number;
}
