import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';
import type { GrantRole } from '../mailbox-values.js';

/** Role of a user in a mailbox. */
@Entity()
@DataRights({ erasure: { stays: 'Of the tenant and its users' } })
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
