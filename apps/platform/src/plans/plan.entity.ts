import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, UpdatedAt } from '#libs/core/persistence';
import type { PlanLimits } from './plan.js';

const NULLABLE_COUNT = { type: 'bigint', nullable: true, transformer: bigintNumber } as const;

class PlanQuota {
  @Column(NULLABLE_COUNT)
  email: number | null;

  @Column(NULLABLE_COUNT)
  sms: number | null;

  @Column(NULLABLE_COUNT)
  push: number | null;
}

class PlanRates {
  @Column('integer', { nullable: true })
  send: number | null;

  @Column('integer', { nullable: true })
  read: number | null;

  @Column('integer', { nullable: true })
  write: number | null;
}

/** A plan that tenants may have. It belongs to no tenant. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class Plan implements PlanLimits {
  @PrimaryColumn('text')
  name: string;

  /** Orders the list: oldest first. */
  @Column('bigint', { transformer: bigintNumber })
  position: number;

  @Column(() => PlanQuota)
  quota: PlanQuota;

  @Column(NULLABLE_COUNT)
  dailyRamp: number | null;

  @Column(() => PlanRates)
  callsPerMinute: PlanRates;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
