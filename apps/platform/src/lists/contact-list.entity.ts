import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type Id, type TenantId, UpdatedAt } from '#libs/persistence';

/** A tenant's list of contacts. */
@Entity()
export class ContactList {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text', { update: false })
  id: Id<'lst'>;

  @Column('text')
  name: string;

  /** Unique in the tenant; lower-case letters, digits and single hyphens. */
  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** The rows of `contact_list_member` with this list. */
  @Column('integer')
  memberCount: number;

  @CreatedAt()
  createdAt: Date;

  /** When name or description last changed; members do not count. */
  @UpdatedAt()
  updatedAt: Date;
}
