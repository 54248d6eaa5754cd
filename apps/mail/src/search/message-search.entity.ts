import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp } from '#libs/persistence';

/** What searches find a message by; each message has one. */
@Entity()
export class MessageSearch {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  messageId: string;

  @Column('uuid')
  mailboxId: string;

  /** That of the message. */
  @Timestamp()
  sortedAt: Date;

  /** A `searchDocument`. */
  @Column('tsvector')
  lexemes: string;
}
