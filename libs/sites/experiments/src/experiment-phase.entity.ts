import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** A time in which the weights of an experiment were the same. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class ExperimentPhase {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  experimentId: string;

  @PrimaryColumn('integer')
  number: number;

  /** Weights by the ids of variants. */
  @Column('jsonb')
  weights: Record<string, number>;

  @Timestamp()
  startedAt: Date;

  @Timestamp({ nullable: true })
  endedAt: Date | null;
}
