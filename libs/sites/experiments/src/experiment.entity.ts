import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { ExperimentGoal } from '#libs/sites/sites';

export type ExperimentStatus = 'draft' | 'running' | 'stopped' | 'promoted';

/** Why an experiment ended: by a user, with its page taken off or deleted, or after its longest time. */
export type ExperimentEnd = 'user' | 'unpublished' | 'too-long';

/** Versions of a page that are compared with each other. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class Experiment {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  pageId: string;

  @Column('text')
  name: string;

  @Column('text')
  status: ExperimentStatus;

  @Column('jsonb')
  goal: ExperimentGoal;

  /** The number of the last phase; 0 before the first start. */
  @Column('integer')
  phase: number;

  @Timestamp({ nullable: true })
  startedAt: Date | null;

  @Timestamp({ nullable: true })
  endedAt: Date | null;

  @Column('text', { nullable: true })
  endReason: ExperimentEnd | null;

  /** Share that each variant keeps while the weights follow the chance of being best; null if they stay as configured. */
  @Column('double precision', { nullable: true })
  balanceFloor: number | null;

  /** The variant that was promoted. */
  @Column('text', { nullable: true })
  promotedId: string | null;

  /** When its last visitors were deleted after its end; its totals stay. */
  @Timestamp({ nullable: true })
  clearedAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
