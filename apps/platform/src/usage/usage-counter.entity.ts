import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, type TenantId, Timestamp } from '#libs/persistence';

/** What a tenant used in a month. */
@Entity()
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

  /** What the quota of texts counts. */
  @Column('bigint', { transformer: bigintNumber })
  smsSegments: number;

  @Column('bigint', { transformer: bigintNumber })
  pushSent: number;

  @Column('bigint', { transformer: bigintNumber })
  apiCalls: number;

  @Timestamp()
  updatedAt: Date;
}
