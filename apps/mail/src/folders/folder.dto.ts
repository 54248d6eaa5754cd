import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Text } from '#libs/core/http';
import { ONE_LINE_OF_TEXT } from '../one-line.js';
import { type FolderKind, SYSTEM_FOLDERS } from './folder-values.js';
import type { Folder } from './folder.entity.js';

@GraphqlInput('MailFolderInput')
export class FolderRequest {
  @Text({ min: 1, max: 60, pattern: ONE_LINE_OF_TEXT, form: 'one line of text', example: 'Projects' })
  name: string;
}

@GraphqlObject('MailFolder', 'Where messages of a mailbox are.')
export class FolderObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ enum: [...SYSTEM_FOLDERS, 'custom'] })
  kind: FolderKind;

  @ApiProperty({ example: 'Projects', description: 'Of a system folder its kind.' })
  name: string;

  @ApiProperty({ type: 'integer', description: 'Messages in it.' })
  total: number;

  @ApiProperty({ type: 'integer', description: 'Those of them that are not read.' })
  unread: number;

  static of({ id, mailboxId, kind, name, total, unread }: Folder): FolderObject {
    return { id, mailbox_id: mailboxId, kind, name, total, unread };
  }
}

export class FolderListResponse {
  @ApiProperty({ type: [FolderObject] })
  folders: FolderObject[];
}
