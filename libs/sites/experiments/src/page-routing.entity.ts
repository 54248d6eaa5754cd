import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';
import type { RouteRule } from '#libs/sites/sites';

/** Rules by which visitors of a page get another version. A page without a row has none. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class PageRouting {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  pageId: string;

  @Column('jsonb')
  rules: RouteRule[];

  @UpdatedAt()
  updatedAt: Date;
}
