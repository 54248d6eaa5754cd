import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

/** The active subscription of a mailbox; a mailbox without one has no row. */
@Entity()
export class MailboxSubscription {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  /** Description for the tenant's admins. */
  @Column('text')
  description: string;

  @CreatedAt()
  createdAt: Date;
}
