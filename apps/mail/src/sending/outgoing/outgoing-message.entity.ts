import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { Forwarded, OutgoingKind, OutgoingRecipient } from './outgoing.js';

/** A message on its way to mail servers. It is kept for a while after its last recipient has it or has refused it. */
@Entity()
@DataRights({ erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' } })
export class OutgoingMessage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** The mailbox that sends it; null for a report that goes back to the sender of a forwarded message. */
  @Column('uuid', { nullable: true })
  mailboxId: string | null;

  @Column('text')
  kind: OutgoingKind;

  /** The sender in the envelope, to which reports go; '' for none. */
  @Column('text')
  sender: string;

  @Column('jsonb')
  recipients: OutgoingRecipient[];

  /** The blob of the message before it is signed. */
  @Column('text')
  blobHash: string;

  @Column('integer')
  bytes: number;

  /** Whether it goes to the sandbox, because a test key sends it. */
  @Column('boolean')
  isTest: boolean;

  /** Id of the message that its mailbox shows among its sent ones; null if it shows none. */
  @Column('uuid', { nullable: true })
  sentMessageId: string | null;

  /** Origin of a forwarded message. */
  @Column('jsonb', { nullable: true })
  forwarded: Forwarded | null;

  /** The domain whose keys sign it; null for that of its mailbox. */
  @Column('uuid', { nullable: true })
  signingDomainId: string | null;

  @CreatedAt()
  createdAt: Date;

  /** End of the attempts. */
  @Timestamp()
  expiresAt: Date;

  @Timestamp({ nullable: true })
  finishedAt: Date | null;
}
