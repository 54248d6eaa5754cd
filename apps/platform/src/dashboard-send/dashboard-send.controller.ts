import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { PlatformConfig } from '../config.js';
import { Sends } from '../plans/sends.js';
import { IdempotencyHeader } from '../sending/idempotency.js';
import { sessionSender } from '../sending/sender.js';
import { DashboardSendService } from './dashboard-send.service.js';
import { SentMessagesResponse } from './dto/sent-messages.response.js';

@ApiTags('Messages')
@Controller('api/messages')
export class DashboardSendController {
  constructor(
    private readonly sending: DashboardSendService,
    private readonly config: PlatformConfig,
  ) {}

  @Post('send')
  @Session()
  @Sends()
  @IdempotencyHeader()
  @ApiBody({
    schema: {
      type: 'object',
      required: ['Channel'],
      properties: { Channel: { type: 'string', enum: ['email', 'sms', 'push'] } },
      additionalProperties: true,
      description: 'Channel, and the fields of that channel under /v1.',
    },
  })
  @Operation({
    summary: 'Send a message of any channel',
    example: {
      Channel: 'email',
      Source: 'hello@demo.test',
      Destination: { ToAddresses: ['someone@example.test'] },
      Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'It works.' } } },
    },
    description: 'Takes Channel and the fields of the send route of that channel.',
    success: { status: 202, type: SentMessagesResponse },
    errors: [409, 502],
  })
  async send(
    @Body() body: Record<string, unknown> | undefined,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<SentMessagesResponse> {
    return SentMessagesResponse.of(await this.sending.send(sessionSender(this.config.isProduction), body, key));
  }
}
