import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId } from '#libs/core/persistence';
import type { Device } from '../collected-event.js';

/** Clicks of a day (UTC) in a cell of one per cent of a page. The table is partitioned by the month. */
@Entity()
@DataRights({ erasure: { stays: 'Counts of clicks, without a person' } })
export class HeatDay {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  pageId: string;

  /** YYYY-MM-DD. */
  @PrimaryColumn('date')
  day: string;

  /** Empty for a pixel. */
  @PrimaryColumn('text')
  variant: string;

  @PrimaryColumn('text')
  side: Device;

  @PrimaryColumn('smallint')
  x: number;

  @PrimaryColumn('smallint')
  y: number;

  @Column('bigint', { transformer: bigintNumber })
  clicks: number;
}
