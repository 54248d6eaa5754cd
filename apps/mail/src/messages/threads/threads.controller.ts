import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../../mailboxes/known-mailbox.js';
import { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { ThreadObject } from '../dto/thread.object.js';
import { MessagesService } from '../messages.service.js';

@ApiTags('Messages')
@KeyOrSession('email:read')
@Controller('mailboxes/:id/threads')
export class ThreadsController {
  constructor(private readonly messages: MessagesService) {}

  @Get(':threadId')
  @Operation({
    summary: 'Read a thread',
    description: 'Its messages of all folders, the oldest first. None is marked as read.',
    success: { status: 200, type: ThreadObject },
  })
  async read(@KnownMailbox('reader') mailbox: Mailbox, @Param('threadId') threadId: string): Promise<ThreadObject> {
    return ThreadObject.of(await this.messages.listThread(mailbox, threadId));
  }
}
