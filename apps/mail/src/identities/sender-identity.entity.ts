import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** An address that messages of a mailbox may be sent as. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
export class SenderIdentity {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  /** Address in lower case; a mailbox has one identity of it. */
  @Column('text')
  address: string;

  /** '' for that of the mailbox. */
  @Column('text')
  displayName: string;

  /** Address for answers; null for the address of the identity. */
  @Column('text', { nullable: true })
  replyTo: string | null;

  /** Sanitised; null for that of the mailbox. */
  @Column('text', { nullable: true })
  signatureHtml: string | null;

  /** Whether messages without a sender are sent as it; one of a mailbox is. */
  @Column('boolean')
  isDefault: boolean;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
