import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, CreatedAt, type TenantId, Timestamp } from '#libs/persistence';
import type { RecordChecks } from './domain.js';

/** A domain that a tenant sends from, or wants to. */
@Entity()
export class SendingDomain {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  ownershipToken: string;

  @Timestamp({ nullable: true })
  verifiedAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  lastCheckedAt: Date | null;

  @Timestamp()
  nextCheckAt: Date;

  /** Since when checks find that a verified domain lacks what it was verified by. */
  @Timestamp({ nullable: true })
  missingSince: Date | null;

  @Column('jsonb')
  recordChecks: RecordChecks;

  /** Its place in the list: microseconds since 2020. */
  @Column('bigint', { transformer: bigintNumber })
  position: number;
}
