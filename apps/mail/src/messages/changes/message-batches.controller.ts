import { Body, Controller, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../../mailboxes/known-mailbox.js';
import { Mailbox } from '../../mailboxes/mailbox.entity.js';
import {
  DeleteMessagesRequest,
  FolderEmptiedResponse,
  MessagesChangedResponse,
  MessagesDeletedResponse,
  UpdateMessagesRequest,
} from '../dto/message-batches.dto.js';
import { toMessageChanges } from '../dto/message-changes.requests.js';
import { MessageBatchesService } from './message-batches.service.js';

@ApiTags('Messages')
@Session()
@Controller('mailboxes/:id')
export class MessageBatchesController {
  constructor(private readonly batches: MessageBatchesService) {}

  @Patch('messages')
  @Operation({
    summary: 'Mark, star or move many messages',
    description: 'Up to 500. What may not be changed so is left as it is and named. 404 for an unknown folder.',
    success: { status: 200, type: MessagesChangedResponse },
  })
  async update(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() request: UpdateMessagesRequest,
  ): Promise<MessagesChangedResponse> {
    const changes = toMessageChanges(request);
    return MessagesChangedResponse.of(await this.batches.change(mailbox, request.message_ids, changes));
  }

  @Post('messages/delete')
  @HttpCode(200)
  @Operation({
    summary: 'Delete many messages for good',
    description: 'Up to 500. What is not in the trash, in spam or in quarantine stays, and is named.',
    success: { status: 200, type: MessagesDeletedResponse },
  })
  async delete(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() { message_ids }: DeleteMessagesRequest,
  ): Promise<MessagesDeletedResponse> {
    return MessagesDeletedResponse.of(await this.batches.delete(mailbox, message_ids));
  }

  @Post('folders/:fid/empty')
  @HttpCode(200)
  @Operation({
    summary: 'Empty the trash or spam',
    description:
      'Deletes up to 10,000 messages for good, and says how many are left: call it again until none is. 409 for another folder.',
    success: { status: 200, type: FolderEmptiedResponse },
    errors: [409],
  })
  async empty(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('fid') folderId: string,
  ): Promise<FolderEmptiedResponse> {
    const { deleted, left } = await this.batches.empty(mailbox, folderId);
    return { apagadas: deleted, restantes: left };
  }
}
