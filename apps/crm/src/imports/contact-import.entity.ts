import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { Stage } from '../contacts/contact-values.js';
import type { IfExists, ImportOptions, ImportState, Mapping } from './import-values.js';
import type { TableFormat } from './table/table.js';

/** An import of contacts from a file: what was asked for, and how far it is. */
@Entity()
@DataRights({
  erasure: { stays: 'What was imported and how many; the file is sealed and goes after its days' },
  withheld: { sealed_key: 'A key' },
})
export class ContactImport {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  authorId: string;

  @Column('text')
  state: ImportState;

  /** Whether it only reports what would happen. */
  @Column('boolean')
  isDryRun: boolean;

  @Column('text')
  ifExists: IfExists;

  @Column('jsonb')
  mapping: Mapping;

  /** Tags that every contact of the file gets. */
  @Column('text', { array: true })
  tags: string[];

  /** The stage of new contacts whose row has none; null for the usual one. */
  @Column('text', { nullable: true })
  stage: Stage | null;

  @Column('jsonb')
  options: ImportOptions;

  @Column('text')
  format: TableFormat;

  /** Null for XLSX. */
  @Column('text', { nullable: true })
  encoding: string | null;

  /** Null for XLSX. */
  @Column('text', { nullable: true })
  delimiter: string | null;

  /** Sealed under the tenant's key. */
  @Column('bytea', { nullable: true })
  fileName: Buffer | null;

  @Column('bigint', { transformer: bigintNumber })
  fileBytes: number;

  /** The sealed file; null once the import has ended. */
  @Column('text', { nullable: true })
  blobHash: string | null;

  /** The key of the file, sealed under the tenant's; null once the import has ended, which makes every copy unreadable. */
  @Column('bytea', { nullable: true })
  sealedKey: Buffer | null;

  /** Rows of the file; null until they are counted. */
  @Column('integer', { nullable: true })
  total: number | null;

  /** Rows that are done: the import continues after them. */
  @Column('integer')
  processed: number;

  @Column('integer')
  created: number;

  @Column('integer')
  updated: number;

  @Column('integer')
  skipped: number;

  @Column('integer')
  failed: number;

  /** Errors of rows, those beyond the stored ones, too. */
  @Column('integer')
  errors: number;

  /** Warnings of imported rows, those beyond the stored ones, too. */
  @Column('integer')
  warnings: number;

  /** Why the import as a whole failed, in Portuguese. */
  @Column('text', { nullable: true })
  failure: string | null;

  @Column('integer')
  undone: number;

  @Column('integer')
  notUndone: number;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  startedAt: Date | null;

  @Timestamp({ nullable: true })
  finishedAt: Date | null;

  /** When the file of an unfinished import, or what is needed to undo a finished one, is deleted; null once it is. */
  @Timestamp({ nullable: true })
  expiresAt: Date | null;
}
