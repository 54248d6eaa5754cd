import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId } from '#libs/core/persistence';
import type { Device } from '../collected-event.js';

/** Views of a day (UTC) by the deepest point of the page that was seen. The table is partitioned by the month. */
@Entity()
@DataRights({ erasure: { stays: 'Counts of views, without a person' } })
export class ScrollDay {
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

  /** Per cent of the page. */
  @PrimaryColumn('smallint')
  depth: number;

  @Column('bigint', { transformer: bigintNumber })
  views: number;
}
