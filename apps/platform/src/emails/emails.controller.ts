import { Body, Controller, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKey, currentKey } from '#libs/core/auth';
import { ValidateEachRow, Operation } from '#libs/core/http';
import { MessageDetailResponse, MessagePageResponse } from '../messages/dto/message.responses.js';
import { CancelService } from '../messages/cancel.service.js';
import { toMessageDetail, toMessagePage } from '../messages/message.mapper.js';
import { MessagesService } from '../messages/messages.service.js';
import { Sends } from '../plans/sends.js';
import { EnqueuedResponse } from '../sending/dto/enqueued.response.js';
import { IdempotencyHeader } from '../sending/idempotency.js';
import { SendingService } from '../sending/sending.service.js';
import { BatchService } from './batch.service.js';
import { BatchResponse } from './dto/batch.responses.js';
import { ListEmailsQuery } from './dto/list-emails.query.js';
import { MAX_BATCH, SendBatchRequest } from './dto/send-batch.request.js';
import { SendEmailRequest } from './dto/send-email.request.js';
import { EmailChannel } from './email-channel.js';

@ApiTags('E-mail')
@Controller('v1/emails')
export class EmailsController {
  constructor(
    private readonly sending: SendingService,
    private readonly emails: EmailChannel,
    private readonly batches: BatchService,
    private readonly messages: MessagesService,
    private readonly cancellation: CancelService,
  ) {}

  @Post('send')
  @ApiKey('emails:send')
  @Sends()
  @IdempotencyHeader()
  @Operation({
    summary: 'Send an e-mail',
    example: {
      Source: 'hello@demo.test',
      Destination: { ToAddresses: ['someone@example.test'] },
      Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'It works.' } } },
    },
    description: 'Each recipient becomes a message of its own; MessageId is the first of MessageIds.',
    success: { status: 202, type: EnqueuedResponse },
    errors: [409, 502],
  })
  async send(
    @Body() body: SendEmailRequest,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<EnqueuedResponse> {
    return EnqueuedResponse.of(await this.sending.send(this.emails, currentKey(), body, key));
  }

  @Post('batch')
  @ApiKey('emails:send')
  @Sends()
  @ValidateEachRow('Messages', MAX_BATCH)
  @IdempotencyHeader()
  @Operation({
    summary: 'Send up to 500 e-mails',
    example: {
      Messages: [
        {
          Source: 'hello@demo.test',
          Destination: { ToAddresses: ['someone@example.test'] },
          Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'It works.' } } },
        },
      ],
    },
    description:
      'Each item is judged by itself: its result has a MessageId or an Error. Repeated under its header key, the call answers ' +
      'with the same MessageIds and tries the refused items again.',
    success: { status: 202, type: BatchResponse },
    errors: [409],
  })
  async batch(
    @Body() body: SendBatchRequest,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<BatchResponse> {
    return BatchResponse.of(await this.batches.send(currentKey(), body, key));
  }

  @Get()
  @ApiKey('emails:read')
  @Operation({
    summary: 'List sent e-mails, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: MessagePageResponse },
    errors: [502],
  })
  async list(@Query() query: ListEmailsQuery): Promise<MessagePageResponse> {
    return toMessagePage(await this.messages.listPage(currentKey(), { ...query, channel: 'email' }));
  }

  @Get(':id')
  @ApiKey('emails:read')
  @Operation({
    summary: 'Read an e-mail with its body and timeline',
    description: '404 for an e-mail of another tenant, as for one that does not exist.',
    success: { status: 200, type: MessageDetailResponse },
    errors: [400],
  })
  async read(@Param('id') id: string): Promise<MessageDetailResponse> {
    return toMessageDetail(await this.messages.get(currentKey(), id, 'email'));
  }

  @Post(':id/cancel')
  @ApiKey('emails:send')
  @Operation({
    summary: 'Cancel an e-mail whose SendAt is still to come',
    description: '409 if its time has come or it was not scheduled; a repeat is harmless.',
    success: { status: 200, type: MessageDetailResponse },
    errors: [409],
  })
  async cancel(@Param('id') id: string): Promise<MessageDetailResponse> {
    return toMessageDetail(await this.cancellation.cancel(currentKey(), id, 'email'));
  }
}
