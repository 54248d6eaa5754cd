import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** A contact in the address book of a mailbox. */
@Entity()
@DataRights({ erasure: 'erased' })
export class MailboxContact {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  /** Address as it was given. A mailbox has it once, in whatever case. */
  @Column('text')
  email: string;

  /** The same in lower case, by which it is found; the database makes it. */
  @Column({
    type: 'text',
    nullable: true,
    generatedType: 'STORED',
    asExpression: 'lower(email)',
    insert: false,
    update: false,
  })
  emailKey: string | null;

  /** '' without one. */
  @Column('text')
  name: string;

  @Column('text')
  notes: string;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
