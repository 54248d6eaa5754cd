import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CsvDelimiter } from '#libs/core/http';
import { DataRights, bigintNumber, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { ExportFormat, ExportState } from './export-values.js';

/** A file of contacts that a job writes: what was asked for, how far it is, and where the file is. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { sealed_key: 'A key' } })
export class ContactExportFile {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7; that of its record as an export, too. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  authorId: string;

  @Column('text')
  state: ExportState;

  @Column('text')
  format: ExportFormat;

  /** Null for a workbook. */
  @Column('text', { nullable: true })
  delimiter: CsvDelimiter | null;

  /** The names of its filters, as the API has them; their values may be personal. */
  @Column('text', { array: true })
  filters: string[];

  /** The filters with their values, sealed under the tenant's key; null once no attempt needs them. */
  @Column('bytea', { nullable: true })
  sealedFilters: Buffer | null;

  /** Contacts in it at most; null for all. */
  @Column('integer', { nullable: true })
  rowLimit: number | null;

  /** Contacts that it has or will have; those of its latest beginning until it is finished. */
  @Column('integer')
  total: number;

  /** Contacts that the running attempt has written. */
  @Column('integer')
  written: number;

  /** Names the attempt that may finish the file. It grows when one begins, and when a contact of the file is erased. */
  @Column('integer')
  attempt: number;

  /** How often it was begun. */
  @Column('integer')
  starts: number;

  /** Why there is no file, in Portuguese. */
  @Column('text', { nullable: true })
  failure: string | null;

  @Column('text', { nullable: true })
  blobHash: string | null;

  /** Bytes of the plain file. */
  @Column('bigint', { nullable: true, transformer: bigintNumber })
  fileBytes: number | null;

  /** The key of the file, sealed under the tenant's; without it no copy of the file can be read. */
  @Column('bytea', { nullable: true })
  sealedKey: Buffer | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  startedAt: Date | null;

  @Timestamp({ nullable: true })
  finishedAt: Date | null;

  /** When the file is deleted, or an unfinished export fails; null once it is. */
  @Timestamp({ nullable: true })
  expiresAt: Date | null;
}
