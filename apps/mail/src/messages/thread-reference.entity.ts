import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/** Which thread of a mailbox a Message-ID belongs to, also one that is known only because a message refers to it. */
@Entity()
export class ThreadReference {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  /** SHA-256 of the Message-ID: senders choose how long it is. */
  @PrimaryColumn('bytea')
  messageIdHash: Buffer;

  @Column('uuid')
  threadId: string;
}
