import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** Weights that hold from the beginning of an hour. */
export interface WeightStep {
  /** ISO 8601. */
  from: string;
  weights: Record<string, number>;
}

/** A time in which the configured weights of an experiment were the same. */
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

  /** Weights that took the place of the configured ones, oldest first. */
  @Column('jsonb')
  steps: WeightStep[];

  @Timestamp()
  startedAt: Date;

  @Timestamp({ nullable: true })
  endedAt: Date | null;
}
