import { Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class ContactListMember {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  listId: string;

  @PrimaryColumn('text')
  contactId: string;

  @Timestamp()
  addedAt: Date;
}
