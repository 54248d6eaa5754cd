import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** Signature below the messages of a mailbox, shared by its users. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
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
