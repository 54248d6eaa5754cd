import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** A visitor's first exposure in a phase. The rows of an experiment are deleted after its end; totals stay. */
@Entity()
@DataRights({ erasure: { stays: 'A pseudonym of an address prefix and a browser, which leads to no person' } })
export class ExperimentExposure {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  experimentId: string;

  @PrimaryColumn('integer')
  phase: number;

  /** 64 bits of a keyed hash, another one in each experiment. */
  @PrimaryColumn('bigint')
  visitor: string;

  @Column('text')
  variantId: string;

  @Timestamp()
  exposedAt: Date;

  @Timestamp({ nullable: true })
  convertedAt: Date | null;
}
