import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId } from '#libs/core/persistence';
import { Measures } from './measures.js';

/** Totals of an hour, of one page or of all. The table is partitioned by the month. */
@Entity()
@DataRights({ erasure: { stays: 'Counts of visits, without a person' } })
export class TotalHour extends Measures {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Start of a quarter of an hour, of which every offset of a time zone is a multiple. */
  @PrimaryColumn('timestamptz', { precision: 3 })
  hour: Date;

  /** Id of a page or of a pixel; empty for all. */
  @PrimaryColumn('text')
  pageId: string;

  /** Visitors with consent among `visitors`. */
  @Column('bigint', { transformer: bigintNumber })
  consented: number;
}
