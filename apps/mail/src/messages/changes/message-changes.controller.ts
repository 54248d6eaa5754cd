import { Body, Controller, Delete, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../../mailboxes/known-mailbox.js';
import { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { ReleaseMessageRequest, toMessageChanges, UpdateMessageRequest } from '../dto/message-changes.requests.js';
import { MessageObject } from '../dto/message.object.js';
import { MessageChangesService } from './message-changes.service.js';

@ApiTags('Messages')
@Session()
@Controller('mailboxes/:id/messages/:msgId')
export class MessageChangesController {
  constructor(private readonly messages: MessageChangesService) {}

  @Patch()
  @Operation({
    summary: 'Mark, star or move a message',
    description:
      'What is absent stays. 409 for a move into or out of quarantine, of a draft elsewhere than to the trash, and of ' +
      'another message to the drafts.',
    success: { status: 200, type: MessageObject },
    errors: [409],
  })
  async update(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('msgId') id: string,
    @Body() request: UpdateMessageRequest,
  ): Promise<MessageObject> {
    return MessageObject.of(await this.messages.change(mailbox, id, toMessageChanges(request)));
  }

  @Delete()
  @Operation({
    summary: 'Delete a message for good',
    description: '409 unless it is in the trash, in spam or in quarantine.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@KnownMailbox('sender') mailbox: Mailbox, @Param('msgId') id: string): Promise<void> {
    await this.messages.delete(mailbox, id);
  }

  @Post('quarantine/release')
  @HttpCode(200)
  @Operation({
    summary: 'Release a message from quarantine into the inbox',
    description:
      'One of a forged sender needs an admin of the account. Infected files are still downloaded with aceito_risco=1 only. ' +
      'It is audited. 409 if it is not in quarantine.',
    success: { status: 200, type: MessageObject },
    errors: [409],
  })
  async release(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('msgId') id: string,
    @Body() _request: ReleaseMessageRequest,
  ): Promise<MessageObject> {
    return MessageObject.of(await this.messages.release(mailbox, id));
  }
}
