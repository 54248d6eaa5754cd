import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

/** An OpenPGP public key that a mailbox trusts for an address. A mailbox has a key once. */
@Entity()
@DataRights({ erasure: 'erased' })
export class PgpKey {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  /** Address whose signatures the key verifies, in lower case. */
  @Column('text')
  email: string;

  /** Fingerprint of its primary key, in upper case hexadecimal. */
  @Column('text')
  fingerprint: string;

  /** The user id of the key for the address; its primary one if none names it. */
  @Column('text')
  userId: string;

  /** Armored. */
  @Column('text')
  publicKey: string;

  /** Whether it is of the mailbox itself. */
  @Column('boolean')
  isOwn: boolean;

  /** Null if it does not expire. */
  @Timestamp({ nullable: true })
  expiresAt: Date | null;

  @CreatedAt()
  createdAt: Date;
}
