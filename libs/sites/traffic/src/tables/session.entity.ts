import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';
import type { BotReason, Device } from '../collected-event.js';

/**
 * A session: the events of a visitor without half an hour of silence. The table is partitioned as `event` is, by the day on which
 * the session began.
 */
@Entity()
@DataRights({ erasure: 'erased' })
export class Session {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @PrimaryColumn('timestamptz', { precision: 3 })
  startedAt: Date;

  @PrimaryColumn('smallint')
  keptDays: number;

  @Timestamp()
  lastAt: Date;

  @Column('text', { nullable: true })
  visitorId: string | null;

  @Column('boolean')
  consented: boolean;

  /** Id of the page, or of the pixel with the path behind a space. */
  @Column('text')
  entry: string;

  @Column('text')
  exit: string;

  @Column('text')
  utmSource: string;

  @Column('text')
  utmMedium: string;

  @Column('text')
  utmCampaign: string;

  @Column('text')
  utmTerm: string;

  @Column('text')
  utmContent: string;

  @Column('text')
  referrer: string;

  @Column('text')
  country: string;

  @Column('text')
  device: Device;

  @Column('text')
  os: string;

  @Column('text')
  browser: string;

  @Column('text')
  language: string;

  @Column('text', { nullable: true })
  bot: BotReason | null;

  @Column('integer')
  views: number;

  @Column('integer')
  conversions: number;

  @Column('integer')
  events: number;

  /** Pages that were viewed, 100 at most, each as `entry` has it. */
  @Column('text', { array: true })
  pages: string[];

  /** Variants that were seen, each behind its page and a space. */
  @Column('text', { array: true })
  variants: string[];
}
