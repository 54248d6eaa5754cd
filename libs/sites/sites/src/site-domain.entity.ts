import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

/** A host that a tenant claims for its pages. Several tenants may claim a host; the first to verify holds it. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class SiteDomain {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** Lower case, A-labels. */
  @Column('text')
  host: string;

  /** 32 hexadecimal digits, shown in the TXT record. */
  @Column('text')
  ownershipToken: string;

  @Timestamp({ nullable: true })
  verifiedAt: Date | null;

  @Column('boolean')
  isDefault: boolean;

  @Timestamp({ nullable: true })
  lastCheckedAt: Date | null;

  /** When a verified domain is looked up again. */
  @Timestamp()
  nextCheckAt: Date;

  /** Since when checks of a verified domain do not find its TXT record. Its pages are served all the same. */
  @Timestamp({ nullable: true })
  missingSince: Date | null;

  @CreatedAt()
  createdAt: Date;
}
