import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { QueryText } from '#libs/core/http';
import { listOf } from '../list-of.js';
import type { MessageImport } from './message-import.entity.js';
import type { ImportFailure, ImportState } from './import-values.js';

const STATES: ImportState[] = ['running', 'completed', 'failed', 'canceled'];

export class ImportQuery {
  @QueryText({ max: 36, description: 'Where the messages go, as the form field of the same name.' })
  folder_id?: string;
}

@GraphqlObject('MailImportFailure', 'A message that could not be imported.')
export class ImportFailureObject {
  @ApiProperty({ type: 'integer', description: 'The number of the message in the file, from 1.' })
  number: number;

  @ApiProperty({ type: String, nullable: true, description: 'The file within a ZIP file.' })
  file: string | null;

  @ApiProperty({ enum: ['too large', 'not a message', 'mailbox full', 'damaged'] })
  reason: string;

  static of({ number, file, reason }: ImportFailure): ImportFailureObject {
    return { number, file, reason };
  }
}

@GraphqlObject('MailImport', 'Messages from a file.')
export class MessageImportObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ enum: STATES })
  state: ImportState;

  @ApiProperty({ type: 'integer', description: 'Messages that are in the mailbox by this import.' })
  imported: number;

  @ApiProperty({ type: 'integer', description: 'Messages that the mailbox had.' })
  skipped: number;

  @ApiProperty({ type: 'integer', description: 'Messages that are done: imported, skipped, and errors.' })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Messages that could not be imported.' })
  errors: number;

  @ApiProperty({ type: [ImportFailureObject], description: 'The first 100 of the errors.' })
  failures: ImportFailureObject[];

  @ApiProperty({ type: String, nullable: true, description: 'Why the import as a whole failed.' })
  failure: string | null;

  @ApiProperty({ enum: ['mbox', 'eml', 'zip'] })
  format: string;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Size of the file.' })
  file_bytes: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Bytes of it that are done.' })
  read_bytes: number;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  folder_id: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finished_at: string | null;

  static of(one: MessageImport): MessageImportObject {
    const { id, state, imported, skipped, total, errors, failure, format } = one;
    return {
      id,
      mailbox_id: one.mailboxId,
      state,
      imported,
      skipped,
      total,
      errors,
      failures: one.failures.map((each) => ImportFailureObject.of(each)),
      failure,
      format,
      file_bytes: one.fileBytes,
      read_bytes: one.readBytes,
      folder_id: one.folderId,
      created_at: one.createdAt.toISOString(),
      finished_at: one.finishedAt?.toISOString() ?? null,
    };
  }
}

const imports = listOf('imports', MessageImportObject, { max: 100 });

export class ListImportsQuery extends imports.Query {}

export class MessageImportPage extends imports.Page {}
