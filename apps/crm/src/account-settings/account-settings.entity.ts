import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, UpdatedAt } from '#libs/persistence';

/** What a tenant has set for all of its contacts; a tenant without a row has the defaults. */
@Entity()
export class AccountSettings {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Where a telephone number without `+` belongs to, by ISO 3166-1 alpha-2. */
  @Column('text')
  country: string;

  /** By IANA. */
  @Column('text')
  timeZone: string;

  @UpdatedAt()
  updatedAt: Date;
}
