import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Language } from '#libs/core/html';
import { DataRights, CreatedAt, type Id, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** A tenant's list of contacts. */
@Entity()
@DataRights({ erasure: 'erased' })
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

  /** Whether a new member has to confirm by e-mail first. */
  @Column('boolean')
  doubleOptIn: boolean;

  /** Language of the mails that ask for it, to contacts whose own language is unknown. */
  @Column('text')
  language: Language;

  /** The members that have not confirmed. */
  @Column('integer')
  pendingCount: number;

  @CreatedAt()
  createdAt: Date;

  /** When the list itself last changed; members do not count. */
  @UpdatedAt()
  updatedAt: Date;
}
