import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** A pixel for a site of the tenant's own. */
@Entity()
@DataRights({ erasure: { stays: 'A setting of the tenant' } })
export class Pixel {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** Unique in the tenant. */
  @Column('text')
  name: string;

  /** Whether it counts. */
  @Column('boolean')
  active: boolean;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
