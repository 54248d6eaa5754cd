import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, UpdatedAt, type TenantId } from '#libs/core/persistence';

/** The countries that a tenant's texts go to, for a tenant that has set them. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class SmsCountryList {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Codes of ISO 3166-1 alpha-2, sorted. */
  @Column('text', { array: true })
  countries: string[];

  @UpdatedAt()
  updatedAt: Date;
}
