import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { FolderListResponse, FolderObject, FolderRequest } from './folder.dto.js';
import { FoldersService } from './folders.service.js';

@ApiTags('Folders')
@Session()
@Controller('mailboxes/:id/folders')
export class FoldersController {
  constructor(private readonly folders: FoldersService) {}

  @Get()
  @Operation({
    summary: 'List the folders of a mailbox',
    description: 'Those of the system, then those that its users made, by name; each with what it holds.',
    success: { status: 200, type: FolderListResponse },
  })
  async list(@KnownMailbox('reader') mailbox: Mailbox): Promise<FolderListResponse> {
    return { folders: (await this.folders.list(mailbox)).map((folder) => FolderObject.of(folder)) };
  }

  @Post()
  @Created({
    summary: 'Make a folder',
    description:
      '409 if the mailbox has one of this name, whatever the case, if the name means a system folder, and at 200 folders.',
    type: FolderObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/folders/${id}`,
    errors: [409],
  })
  async create(@KnownMailbox('sender') mailbox: Mailbox, @Body() { name }: FolderRequest): Promise<FolderObject> {
    return FolderObject.of(await this.folders.create(mailbox, name.trim()));
  }

  @Patch(':fid')
  @Operation({
    summary: 'Rename a folder',
    description: '409 for a system folder, and for a name that is taken.',
    success: { status: 200, type: FolderObject },
    errors: [409],
  })
  async rename(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('fid') id: string,
    @Body() { name }: FolderRequest,
  ): Promise<FolderObject> {
    return FolderObject.of(await this.folders.rename(mailbox, id, name.trim()));
  }

  @Delete(':fid')
  @Operation({
    summary: 'Delete an empty folder',
    description: '409 for a system folder, and for one that has messages.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@KnownMailbox('sender') mailbox: Mailbox, @Param('fid') id: string): Promise<void> {
    await this.folders.delete(mailbox, id);
  }
}
