import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

/** An organisation of a tenant: what its domains belong to. */
@Entity()
export class Organisation {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @CreatedAt()
  createdAt: Date;
}
