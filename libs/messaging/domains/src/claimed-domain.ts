import { Column, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { RecordChecks } from './records/record-status.js';

/** How long the records of a verified domain may be missing before it is verified no more (milliseconds). */
export const MISSING_GRACE_MS = 72 * 3_600_000;

/** The columns of a domain that a tenant claims. Several tenants may claim one name; one has it verified. */
export abstract class ClaimedDomain {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** Lower case, in A-labels. */
  @Column('text')
  name: string;

  @Column('text')
  ownershipToken: string;

  @Timestamp({ nullable: true })
  verifiedAt: Date | null;

  /** Since when checks find that a verified domain lacks what it was verified by. */
  @Timestamp({ nullable: true })
  missingSince: Date | null;

  @Timestamp({ nullable: true })
  lastCheckedAt: Date | null;

  @Timestamp()
  nextCheckAt: Date;

  /** Result of the last check for each record. */
  @Column('jsonb')
  recordChecks: RecordChecks;

  @CreatedAt()
  createdAt: Date;
}
