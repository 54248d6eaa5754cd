import { Controller, Get, Param } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { KeyOrSession } from '#libs/auth';
import { Operation } from '#libs/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessageObject } from './dto/message.object.js';
import { MessagesService } from './messages.service.js';

export class ThreadObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'That of its first message.' })
  subject: string;

  @ApiProperty({ type: [MessageObject], description: 'The oldest first; 500 at most.' })
  messages: MessageObject[];
}

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
    const messages = await this.messages.listThread(mailbox, threadId);
    return {
      id: messages[0]!.message.threadId,
      subject: messages[0]!.message.subject,
      messages: messages.map((message) => MessageObject.of(message)),
    };
  }
}
