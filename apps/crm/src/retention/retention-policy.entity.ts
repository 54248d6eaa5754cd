import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

export const RETENTION_DAYS = { min: 30, max: 3_650 };

/** How long a tenant keeps contacts without activity; a tenant without a row keeps them for good. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class RetentionPolicy {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Null: for good. */
  @Column('integer', { nullable: true })
  days: number | null;

  @UpdatedAt()
  updatedAt: Date;
}
