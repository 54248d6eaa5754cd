import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** A domain of a tenant that Platform receives for, or received for. Mail may not have it: often it is below one of its domains. */
@Entity()
@DataRights({ erasure: { stays: 'Of the tenant and its users' } })
export class PassedDomain {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** In A-labels and small letters. */
  @PrimaryColumn('text')
  name: string;

  /** True if mail for its addresses without a mailbox goes on to Platform. */
  @Column('boolean')
  isPassed: boolean;

  /** The event that said so; an older one that comes later changes nothing. */
  @Column('uuid')
  toldBy: string;
}
