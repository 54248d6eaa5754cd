import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** A subject of a tenant's messages, which recipients choose or leave. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class Topic {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text', { update: false })
  id: Id<'top'>;

  /** Shown to recipients, as the description is. */
  @Column('text')
  name: string;

  /** Unique in the tenant; lower-case letters, digits and single hyphens. */
  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** Whether its messages go to those, too, who complained or want no other mail. */
  @Column('boolean')
  transactional: boolean;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
