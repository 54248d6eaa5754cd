import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { AuthenticationVerdicts } from '#libs/mail/sender-checks';
import type { SpamVerdict } from '#libs/mail/spam';
import type { MessageAddress, MessageOrigin, QuarantineReason, ScanVerdict } from './message-values.js';

/** A message in a mailbox. Its bytes are a blob; the row holds what lists, threads and searches need. */
@Entity()
@DataRights({
  erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' },
  withheld: {
    content_hash: 'Tells that a forwarded message is the same as one that came by itself',
    conversation_hash: 'Finds the thread of a message that comes',
  },
})
export class MailMessage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  @Column('uuid')
  folderId: string;

  @Column('uuid')
  threadId: string;

  /** A hash of its subject and participants, by which replies without references find their thread; null without a subject. */
  @Column('bytea', { nullable: true })
  conversationHash: Buffer | null;

  /**
   * Hash of the content that forwarding does not change; null for sent messages, and for received ones from before there
   * were hashes.
   */
  @Column('bytea', { nullable: true })
  contentHash: Buffer | null;

  @Column('text')
  origin: MessageOrigin;

  /** The blob of the message as it came or went, byte for byte. */
  @Column('text')
  blobHash: string;

  @Column('integer')
  bytes: number;

  /** The Message-ID without its angle brackets; null if there is none. */
  @Column('text', { nullable: true })
  messageId: string | null;

  @Column('text')
  subject: string;

  @Column('jsonb', { nullable: true })
  from: MessageAddress | null;

  @Column('jsonb')
  to: MessageAddress[];

  @Column('jsonb')
  cc: MessageAddress[];

  @Column('jsonb')
  bcc: MessageAddress[];

  @Column('jsonb')
  replyTo: MessageAddress[];

  /** The beginning of the text, for lists. */
  @Column('text')
  snippet: string;

  /** Lists are in this order: when it was received or sent; of an imported one its date. */
  @Timestamp()
  sortedAt: Date;

  /** The date in its header, if there is a valid one. */
  @Timestamp({ nullable: true })
  datedAt: Date | null;

  @Column('boolean')
  isRead: boolean;

  @Column('boolean')
  isStarred: boolean;

  @Column('boolean')
  hasAttachments: boolean;

  /** The id of the mailing list (RFC 2919) that it came by. */
  @Column('text', { nullable: true })
  listId: string | null;

  /** Sender in the envelope of a received message; '' for a bounce. */
  @Column('text', { nullable: true })
  envelopeFrom: string | null;

  /** Address in the envelope of a received message, for which it is in this mailbox. */
  @Column('text', { nullable: true })
  envelopeTo: string | null;

  /** The value of the Received field that says by which way a received message came to us; its lines are CRLF. */
  @Column('text', { nullable: true })
  received: string | null;

  @Column('jsonb', { nullable: true })
  authentication: AuthenticationVerdicts | null;

  /** The Authentication-Results field (RFC 8601), without its name. */
  @Column('text', { nullable: true })
  authenticationResults: string | null;

  @Column('jsonb', { nullable: true })
  spam: SpamVerdict | null;

  @Column('text')
  scanVerdict: ScanVerdict;

  /** Why it is or was in quarantine. */
  @Column('text', { nullable: true })
  quarantineReason: QuarantineReason | null;

  @CreatedAt()
  createdAt: Date;
}
