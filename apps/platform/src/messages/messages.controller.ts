import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CancelService } from './cancel.service.js';
import { EmailHistoryQuery, ListMessagesQuery } from './dto/list-messages.query.js';
import { MessageDetailResponse, MessagePageResponse } from './dto/message.responses.js';
import { toMessageDetail, toMessagePage } from './message.mapper.js';
import { currentReader, MessagesService } from './messages.service.js';

@ApiTags('Messages')
@Controller('api')
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly cancellation: CancelService,
  ) {}

  @Get('messages')
  @Session()
  @Operation({
    summary: 'List messages of every channel, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: MessagePageResponse },
  })
  async list(@Query() query: ListMessagesQuery): Promise<MessagePageResponse> {
    return toMessagePage(await this.messages.listPage(currentReader(), query));
  }

  @Get('messages/:id')
  @Session()
  @Operation({
    summary: 'Read a message with its content and timeline',
    description: '404 for a message of another tenant, as for one that does not exist.',
    success: { status: 200, type: MessageDetailResponse },
  })
  async get(@Param('id') id: string): Promise<MessageDetailResponse> {
    return toMessageDetail(await this.messages.get(currentReader(), id));
  }

  @Get('auth/me/emails')
  @Session()
  @Operation({
    summary: "The tenant's e-mail history, newest first",
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: MessagePageResponse },
  })
  async emails(@Query() query: EmailHistoryQuery): Promise<MessagePageResponse> {
    return toMessagePage(await this.messages.listPage(currentReader(), { ...query, channel: 'email' }));
  }

  @Post('messages/:id/cancel')
  @Session()
  @Operation({
    summary: 'Cancel a scheduled message',
    description: '409 if its time has come or it was not scheduled; a repeat is harmless.',
    success: { status: 200, type: MessageDetailResponse },
    errors: [409],
  })
  async cancel(@Param('id') id: string): Promise<MessageDetailResponse> {
    return toMessageDetail(await this.cancellation.cancel(currentReader(), id));
  }
}
