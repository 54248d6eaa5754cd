import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';
import type { ScanVerdict } from './message-values.js';

/** A file in a message. Equal files of a tenant are one blob. */
@Entity()
@DataRights({ erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' } })
export class MessageAttachment {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  messageId: string;

  /** Index among the attachments of its message, from 0. */
  @Column('integer')
  position: number;

  /** Name in the message, decoded; '' if it has none. */
  @Column('text')
  fileName: string;

  @Column('text')
  contentType: string;

  /** Bytes, decoded. */
  @Column('integer')
  bytes: number;

  /** Content-ID by which the message's HTML refers to it, without angle brackets. */
  @Column('text', { nullable: true })
  contentId: string | null;

  /** Whether it is shown within the text. */
  @Column('boolean')
  isInline: boolean;

  @Column('text')
  blobHash: string;

  @Column('text')
  scanVerdict: ScanVerdict;
}
