import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';
import { Measures } from './measures.js';

/** Totals of an hour, of one page or of all. The table is partitioned by the month. */
@Entity()
@DataRights({ erasure: { stays: 'Counts of visits, without a person' } })
export class TotalHour extends Measures {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('timestamptz', { precision: 3 })
  hour: Date;

  /** Id of a page or of a pixel; empty for all. */
  @PrimaryColumn('text')
  pageId: string;
}
