import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class UsageCounter {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  period: string;

  @Column('bigint')
  emailsSent: string;

  @Column('bigint')
  smsSent: string;

  @Column('bigint')
  pushSent: string;

  @Column('bigint')
  apiCalls: string;

  @Timestamp()
  updatedAt: Date;
}
