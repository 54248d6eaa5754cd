import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** How a tenant shows itself to the recipients of its messages. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class Brand {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Null: the name of the account. */
  @Column('text', { nullable: true })
  name: string | null;

  /** `#rrggbb` in lower case; null: the colours of this service. */
  @Column('text', { nullable: true })
  color: string | null;

  @UpdatedAt()
  updatedAt: Date;
}

export type BrandValues = Pick<Brand, 'name' | 'color'>;
