import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, type TenantId, Timestamp } from '#libs/core/persistence';

/** Use of a tenant in a month. */
@Entity()
@DataRights({ erasure: { stays: 'Counts and no person' } })
export class UsageCounter {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** `YYYY-MM`, in UTC. */
  @PrimaryColumn('text')
  period: string;

  @Column('bigint', { transformer: bigintNumber })
  emailsSent: number;

  @Column('bigint', { transformer: bigintNumber })
  smsSent: number;

  /** Segments of texts: their quota counts these. */
  @Column('bigint', { transformer: bigintNumber })
  smsSegments: number;

  @Column('bigint', { transformer: bigintNumber })
  pushSent: number;

  @Column('bigint', { transformer: bigintNumber })
  apiCalls: number;

  @Timestamp()
  updatedAt: Date;
}
