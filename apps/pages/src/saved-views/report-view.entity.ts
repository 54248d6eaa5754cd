import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** Filters of the report of visits, by parameter, as a query has them. */
export type ViewFilters = Record<string, string>;

/** Filters of the report of visits that all members of the account see under a name. */
@Entity()
@DataRights({ erasure: { stays: 'What users of the tenant look for' } })
export class ReportView {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  /** The name without case; no two views of a tenant have the same. */
  @Column('text')
  nameKey: string;

  @Column('jsonb')
  filters: ViewFilters;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
