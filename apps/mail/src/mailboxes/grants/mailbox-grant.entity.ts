import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type Id, type TenantId } from '#libs/persistence';
import type { GrantRole } from '../mailbox-values.js';

/** Role of a user in a mailbox. */
@Entity()
export class MailboxGrant {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  @PrimaryColumn('text')
  userId: Id<'usr'>;

  @Column('text')
  role: GrantRole;

  @CreatedAt()
  createdAt: Date;
}
