import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';
import { Measures } from './measures.js';

/** Totals of a day (UTC) by each single dimension, of one page or of all. The table is partitioned by the month. */
@Entity()
@DataRights({ erasure: { stays: 'Counts of visits, without a person' } })
export class TotalDay extends Measures {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** A `Dimension`, or `quality`. */
  @PrimaryColumn('text')
  dimension: string;

  /** Id of a page or of a pixel; empty for all. */
  @PrimaryColumn('text')
  pageId: string;

  /** YYYY-MM-DD. */
  @PrimaryColumn('date')
  day: string;

  /** Empty for a session without such an attribute; `(outros)` for all beyond the limit of a day. */
  @PrimaryColumn('text')
  value: string;
}
