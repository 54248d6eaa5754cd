import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId } from '#libs/core/persistence';

/** The funnel of a form in an hour: the form itself, and each field where visitors stopped. The table is partitioned by the month. */
@Entity()
@DataRights({ erasure: { stays: 'Counts of a form, without a person' } })
export class FormHour {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  formId: string;

  /** Start of a quarter of an hour, of which every offset of a time zone is a multiple. */
  @PrimaryColumn('timestamptz', { precision: 3 })
  hour: Date;

  /** Name of a field; empty for the form itself. */
  @PrimaryColumn('text')
  field: string;

  /** Visitors who saw the form, or who reached the field. */
  @Column('bigint', { transformer: bigintNumber })
  views: number;

  @Column('bigint', { transformer: bigintNumber })
  starts: number;

  /** How often it was the last that was filled in when a visitor left; less those who came back, also in a later hour. */
  @Column('bigint', { transformer: bigintNumber })
  lasts: number;

  /** Leads that visitors sent; without spam, and without those that an API key sent. */
  @Column('bigint', { transformer: bigintNumber })
  sends: number;

  @Column('bigint', { transformer: bigintNumber })
  spam: number;
}
