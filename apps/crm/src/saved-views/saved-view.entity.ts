import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** Filters of the list of contacts, by parameter, as a query has them. */
export type ViewFilters = Record<string, string>;

/** Filters of the list of contacts that all members of the account see under a name. */
@Entity()
@DataRights({ erasure: { stays: 'What users of the tenant look for' } })
export class SavedView {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The name without case and accents; no two views of a tenant have the same. */
  @Column('text')
  nameKey: string;

  /** Without e-mail addresses and telephone numbers. */
  @Column('jsonb')
  filters: ViewFilters;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
