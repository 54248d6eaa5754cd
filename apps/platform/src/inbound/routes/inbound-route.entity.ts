import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type Id, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** A rule that mail to addresses of a tenant's domain is received, and which webhook hears of it. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class InboundRoute {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text', { update: false })
  id: Id<'irt'>;

  @Column('uuid')
  domainId: string;

  /** Name of the domain. */
  @Column('text')
  domain: string;

  /** A local part in lower case, or `*` for all. */
  @Column('text')
  recipient: string;

  /** The endpoint that its events go to; null for each that subscribes. */
  @Column('text', { nullable: true })
  webhookId: Id<'whk'> | null;

  @Column('boolean')
  enabled: boolean;

  @Column('text', { nullable: true })
  description: string | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
