import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';
import type { RecordChecks } from './record-checks.js';

/** A domain whose mailboxes a tenant has, or wants to have. */
@Entity()
export class MailDomain {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organisationId: string;

  /** Lower case, in ASCII (A-labels). */
  @Column('text')
  name: string;

  @Column('text')
  ownershipToken: string;

  /** Since when it is verified. Of all tenants, one has a name verified. */
  @Timestamp({ nullable: true })
  verifiedAt: Date | null;

  /** Since when checks find that a verified domain lacks what it was verified by. */
  @Timestamp({ nullable: true })
  missingSince: Date | null;

  @Timestamp({ nullable: true })
  lastCheckedAt: Date | null;

  @Timestamp()
  nextCheckAt: Date;

  /** What the last check found of each record. */
  @Column('jsonb')
  recordChecks: RecordChecks;

  /** The mailbox that takes mail to addresses without a mailbox; null rejects such mail. */
  @Column('uuid', { nullable: true })
  catchAllMailboxId: string | null;

  /** Whether mail to an address without a mailbox makes one. */
  @Column('boolean')
  createsMailboxes: boolean;

  @CreatedAt()
  createdAt: Date;

  /** Since when it is removed; its mailboxes neither receive nor send. */
  @Timestamp({ nullable: true })
  removedAt: Date | null;
}
