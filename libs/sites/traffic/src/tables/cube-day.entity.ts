import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';
import type { Device } from '../collected-event.js';
import { Measures } from './measures.js';

/**
 * Totals of a day (UTC) by several attributes at once, for reports with filters. A tuple beyond the limit of a day has `(outros)` in all
 * of its attributes, with its page. The table is partitioned by the month.
 */
@Entity()
@DataRights({ erasure: { stays: 'Counts of visits, without a person' } })
export class CubeDay extends Measures {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** YYYY-MM-DD. */
  @PrimaryColumn('date')
  day: string;

  /** Id of a page or of a pixel; empty for all. */
  @PrimaryColumn('text')
  pageId: string;

  @PrimaryColumn('text')
  utmSource: string;

  @PrimaryColumn('text')
  utmMedium: string;

  @PrimaryColumn('text')
  utmCampaign: string;

  @PrimaryColumn('text')
  country: string;

  @PrimaryColumn('text')
  device: Device | '(outros)';
}
