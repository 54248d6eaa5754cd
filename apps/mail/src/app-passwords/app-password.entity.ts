import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp } from '#libs/core/persistence';

/** A password with which a mail program of a user sends from a mailbox. */
@Entity()
@DataRights({
  erasure: { stays: 'What the owner of the mailbox set' },
  withheld: { secret_hash: 'Verifies the password of a mail program' },
})
export class AppPassword {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  /** User who made it. It opens what the user may open, and ends with their grant. */
  @Column('text')
  userId: Id<'usr'>;

  @Column('text')
  name: string;

  /** SHA-256 (hex) of the secret, which has 128 random bits. */
  @Column('text')
  secretHash: string;

  @CreatedAt()
  createdAt: Date;

  /** Time of the last use, to the minute. */
  @Timestamp({ nullable: true })
  lastUsedAt: Date | null;
}
