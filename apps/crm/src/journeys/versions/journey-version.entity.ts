import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId } from '#libs/core/persistence';
import type { JourneyStep } from '../definition/journey-step.js';

/** Steps of a journey as they were at a time. No row changes but by an erasure: who entered with it stays on it. */
@Entity()
@DataRights({ erasure: 'erased' })
export class JourneyVersion {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  journeyId: string;

  /** From 1. */
  @PrimaryColumn('integer')
  version: number;

  @Column('jsonb')
  steps: JourneyStep[];

  @CreatedAt()
  createdAt: Date;
}
