import { Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentSession, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { ImportUpload } from './import-upload.js';
import { ImportQuery, ListImportsQuery, MessageImportObject, MessageImportPage } from './import.dto.js';
import { ImportsService } from './imports.service.js';

const UPLOAD = {
  schema: {
    type: 'object',
    required: ['arquivo'],
    properties: {
      arquivo: { type: 'string', format: 'binary', description: 'mbox, .eml, or a ZIP file of them; at most 4 GiB' },
      folder_id: { type: 'string', format: 'uuid', description: 'Where the messages go' },
    },
  },
};

@ApiTags('Imports')
@Session()
@Controller('mailboxes/:id')
export class ImportsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly imports: ImportsService,
    private readonly upload: ImportUpload,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.message-imports');
  }

  @Post('import')
  @ApiConsumes('multipart/form-data', 'application/mbox', 'message/rfc822', 'application/zip')
  @ApiBody(UPLOAD)
  @Operation({
    summary: 'Import messages from a file',
    description:
      'mbox, .eml or a ZIP file of them, as the field `arquivo` or as the body. Messages that the mailbox has, by Message-ID ' +
      'or else by content, are skipped; a message that cannot be imported is counted in errors and keeps no other from it. ' +
      '200 when the import ends within ten seconds, else 202: it goes on, and Location tells how far it is. 400 for another ' +
      'file, and for a ZIP file that unpacks to far more than it is; 409 with five imports at a time.',
    success: [
      { status: 200, type: MessageImportObject },
      { status: 202, type: MessageImportObject },
    ],
    errors: [400, 409, 413],
  })
  async create(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Query() { folder_id }: ImportQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageImportObject> {
    const { userId } = currentSession();
    await this.imports.checkRoom(mailbox);
    const file = await this.upload.receive(request, mailbox.tenantId, folder_id);
    const created = await this.imports.create(mailbox, userId, file);
    const current = await this.imports.waitFor(created, () => !response.destroyed);
    response.status(current.state === 'running' ? 202 : 200);
    response.location(`/mailboxes/${mailbox.id}/imports/${created.id}`);
    return MessageImportObject.of(current);
  }

  @Get('imports')
  @Operation({
    summary: 'List the imports of a mailbox, newest first',
    description: 'Those of the last 90 days. An old or invalid cursor returns the first page.',
    success: { status: 200, type: MessageImportPage },
  })
  async list(@KnownMailbox('reader') mailbox: Mailbox, @Query() query: ListImportsQuery): Promise<MessageImportPage> {
    return MessageImportPage.read(query, this.cursors, (page) => this.imports.listPage(mailbox, page));
  }

  @Get('imports/:importId')
  @Operation({
    summary: 'Read an import',
    description: 'How far it is, and what it did.',
    success: { status: 200, type: MessageImportObject },
  })
  async get(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Param('importId') importId: string,
  ): Promise<MessageImportObject> {
    return MessageImportObject.of(await this.imports.get(mailbox, importId));
  }

  @Delete('imports/:importId')
  @Operation({
    summary: 'Cancel an import',
    description: 'Messages that it has imported stay. 409 if it has ended.',
    success: { status: 200, type: MessageImportObject },
    errors: [409],
  })
  async cancel(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('importId') importId: string,
  ): Promise<MessageImportObject> {
    return MessageImportObject.of(await this.imports.cancel(mailbox, importId));
  }
}
