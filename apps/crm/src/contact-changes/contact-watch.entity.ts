import { Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId } from '#libs/core/persistence';
import type { ContactWatcher } from './watched-tenants.js';

/** A feature wants the changes of a tenant's contacts. */
@Entity()
@DataRights({ erasure: { stays: 'Names a feature, and no person' }, leftOut: 'Follows from the segments and journeys' })
export class ContactWatch {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  watcher: ContactWatcher;

  @CreatedAt()
  createdAt: Date;
}
