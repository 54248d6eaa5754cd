import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class SendingDomain {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Timestamp({ nullable: true })
  verifiedAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @Column('bigint')
  position: string;

  @Column('text')
  ownershipToken: string;

  @Timestamp({ nullable: true })
  lastCheckedAt: Date | null;

  @Timestamp()
  nextCheckAt: Date;

  @Timestamp({ nullable: true })
  missingSince: Date | null;

  @Column('jsonb')
  recordChecks: unknown;
}
