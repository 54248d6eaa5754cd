import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** Settings of a tenant for all of its contacts. A tenant without a row has the defaults. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class AccountSettings {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Country of telephone numbers without `+`, as ISO 3166-1 alpha-2. */
  @Column('text')
  country: string;

  /** Name of IANA, such as `America/Sao_Paulo`. */
  @Column('text')
  timeZone: string;

  @UpdatedAt()
  updatedAt: Date;
}
