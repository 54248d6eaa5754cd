import { Entity, PrimaryColumn } from 'typeorm';
import { type Id, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class ContactListMember {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  listId: Id<'lst'>;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  @Timestamp()
  addedAt: Date;
}
