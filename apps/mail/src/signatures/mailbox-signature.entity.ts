import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, UpdatedAt } from '#libs/persistence';

/** What the users of a mailbox put below its messages. */
@Entity()
export class MailboxSignature {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  /** Sanitised. */
  @Column('text')
  html: string;

  @UpdatedAt()
  updatedAt: Date;
}
