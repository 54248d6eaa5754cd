import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** Content of a draft as it was typed, valid or not: its writer has not finished. */
export interface DraftContent {
  /** Null for the default sender of the mailbox. */
  from: string | null;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  text: string | null;
  /** Sanitised; refers to its own images by cid:. */
  html: string | null;
  /** The Message-ID that it answers, without angle brackets. */
  inReplyTo: string | null;
  /** Message-IDs, the oldest first, without angle brackets. */
  references: string[];
}

/** A message that is being written. Its row among the messages has the same id, and shows what is typed so far. */
@Entity()
@DataRights({ erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' } })
export class Draft {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  messageId: string;

  @Column('uuid')
  mailboxId: string;

  /** Counts the changes of what is typed, from 1. Files are no part of it. */
  @Column('integer')
  version: number;

  @Column('jsonb')
  content: DraftContent;

  @Timestamp()
  updatedAt: Date;
}
