import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** The data key of a tenant, sealed under the master key of the installation. */
@Entity()
@DataRights({
  erasure: { stays: 'A key of the tenant' },
  leftOut: 'The key of the tenant; what it seals is exported in plain text',
})
export class TenantKey {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('text')
  sealed: string;

  @CreatedAt()
  createdAt: Date;
}
