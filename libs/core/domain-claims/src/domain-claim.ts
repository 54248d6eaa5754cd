import { Column, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

/** The columns of a domain that a tenant claims. Several tenants may claim one name; one has it verified. */
export abstract class DomainClaim {
  @PrimaryColumn('text')
  tenantId: TenantId;

  abstract id: string;

  /** Part of the TXT record that proves the claim. */
  @Column('text')
  ownershipToken: string;

  @Timestamp({ nullable: true })
  verifiedAt: Date | null;

  /** Since when checks find that a verified domain lacks what it was verified by. */
  @Timestamp({ nullable: true })
  missingSince: Date | null;

  @Timestamp({ nullable: true })
  lastCheckedAt: Date | null;

  /** When a verified domain is looked up again. */
  @Timestamp()
  nextCheckAt: Date;

  @CreatedAt()
  createdAt: Date;
}
