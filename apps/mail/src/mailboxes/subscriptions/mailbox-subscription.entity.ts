import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** The active subscription of a mailbox; a mailbox without one has no row. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
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
