import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, type TenantId } from '#libs/core/persistence';

/** Visitors first exposed to a variant within an hour, and how many of them converted, whenever that was. */
@Entity()
@DataRights({ erasure: { stays: 'Numbers of visitors' } })
export class ExperimentTotal {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  experimentId: string;

  @PrimaryColumn('integer')
  phase: number;

  @PrimaryColumn('text')
  variantId: string;

  /** Beginning of the hour. */
  @PrimaryColumn('timestamptz', { precision: 3 })
  hour: Date;

  @Column('bigint', { transformer: bigintNumber })
  visitors: number;

  @Column('bigint', { transformer: bigintNumber })
  conversions: number;
}
