import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** An organisation of a tenant: what its domains belong to. */
@Entity()
@DataRights({ erasure: { stays: 'Of the tenant and its users' } })
export class Organisation {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** Null for the one that is named as its tenant is; a tenant has one of these. */
  @Column('text', { nullable: true })
  name: string | null;

  @CreatedAt()
  createdAt: Date;
}
