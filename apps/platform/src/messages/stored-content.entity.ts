import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';
import type { StoredAttachment } from '../attachments/attachment.js';
import type { StoredRaw } from '../attachments/raw-content.js';

/** The content that the messages of one call share. The table is partitioned by its time-ordered id. */
@Entity('message_content')
@DataRights({ erasure: 'erased' })
export class StoredContent {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text', { nullable: true })
  bodyText: string | null;

  @Column('text', { nullable: true })
  bodyHtml: string | null;

  @Column('text', { array: true })
  toAddresses: string[];

  @Column('text', { array: true })
  ccAddresses: string[];

  @Column('text', { array: true })
  replyTo: string[];

  @Column('jsonb', { nullable: true })
  headers: Record<string, string> | null;

  @Column('jsonb', { nullable: true })
  attachments: StoredAttachment[] | null;

  /** Data that only the channel knows: the data of a push message, or the options of the links of an e-mail. */
  @Column('jsonb', { nullable: true })
  data: Record<string, unknown> | null;

  /** The whole message, where its sender wrote its MIME: the other columns then say what is in it, and are not sent. */
  @Column('jsonb', { nullable: true })
  raw: StoredRaw | null;
}
