import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** Lexemes of a message for searches; each message has one row. */
@Entity()
@DataRights({
  erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' },
  leftOut: 'The index of the search, made of the messages',
})
export class MessageSearch {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  messageId: string;

  @Column('uuid')
  mailboxId: string;

  /** Time of the message, copied. */
  @Timestamp()
  sortedAt: Date;

  /** A `searchDocument`. */
  @Column('tsvector')
  lexemes: string;
}
