import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

/** The data key of a tenant, sealed under the master key of the installation. */
@Entity()
export class TenantKey {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('text')
  sealed: string;

  @CreatedAt()
  createdAt: Date;
}
