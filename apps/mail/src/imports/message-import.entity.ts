import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { ArchiveFormat, ImportFailure, ImportState } from './import-values.js';

/** An import of messages from a file into a mailbox: what was asked for, and how far it is. */
@Entity()
@DataRights({ erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' } })
export class MessageImport {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  @Column('text')
  authorId: string;

  @Column('text')
  state: ImportState;

  @Column('text')
  format: ArchiveFormat;

  @Column('bigint', { transformer: bigintNumber })
  fileBytes: number;

  /** The file; null once the import has ended. */
  @Column('text', { nullable: true })
  blobHash: string | null;

  /** Folder for all messages; null for the folder that each of them names. */
  @Column('uuid', { nullable: true })
  folderId: string | null;

  /** Index of the file in a ZIP file at which the import continues, from 0. */
  @Column('integer')
  entry: number;

  /** Offset in that file at which the import continues. */
  @Column('bigint', { transformer: bigintNumber })
  entryOffset: number;

  /** Bytes of the file that are done. */
  @Column('bigint', { transformer: bigintNumber })
  readBytes: number;

  /** Messages that are done. */
  @Column('integer')
  total: number;

  @Column('integer')
  imported: number;

  /** Messages that the mailbox had. */
  @Column('integer')
  skipped: number;

  @Column('integer')
  errors: number;

  /** The first of the errors. */
  @Column('jsonb')
  failures: ImportFailure[];

  /** Why the import as a whole failed. */
  @Column('text', { nullable: true })
  failure: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  finishedAt: Date | null;
}
