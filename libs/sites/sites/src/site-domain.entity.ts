import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DomainClaim } from '#libs/core/domain-claims';
import { DataRights } from '#libs/core/persistence';

/** A host that a tenant claims for its pages, which are served without the record of a verified host, too. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class SiteDomain extends DomainClaim {
  @PrimaryColumn('text')
  id: string;

  /** Lower case, A-labels. */
  @Column('text')
  host: string;

  @Column('boolean')
  isDefault: boolean;
}
