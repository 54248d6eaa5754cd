import { Body, Controller, Headers, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKey, currentKey } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CancelService } from '../messages/cancel.service.js';
import { MessageDetailResponse } from '../messages/dto/message.responses.js';
import { toMessageDetail } from '../messages/message.mapper.js';
import { Sends } from '../plans/sends.js';
import { IdempotencyHeader } from '../sending/idempotency.js';
import { SendingService } from '../sending/sending.service.js';
import { EnqueuedResponse } from '../sending/dto/enqueued.response.js';
import { SendSmsRequest } from './dto/send-sms.request.js';
import { SmsChannel } from './sms-channel.js';

@ApiTags('SMS')
@Controller('v1/sms')
export class SmsController {
  constructor(
    private readonly sending: SendingService,
    private readonly sms: SmsChannel,
    private readonly cancellation: CancelService,
  ) {}

  @Post('send')
  @ApiKey('sms:send')
  @Sends()
  @IdempotencyHeader()
  @Operation({
    summary: 'Send a text',
    example: { To: ['+5511987654321'], Body: 'Your code is 123456.' },
    description: 'Each recipient becomes a message of its own; MessageId is the first of MessageIds.',
    success: { status: 202, type: EnqueuedResponse },
    errors: [404, 409, 502],
  })
  async send(
    @Body() body: SendSmsRequest,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<EnqueuedResponse> {
    return EnqueuedResponse.of(await this.sending.send(this.sms, currentKey(), body, key));
  }

  @Post(':id/cancel')
  @ApiKey('sms:send')
  @Operation({
    summary: 'Cancel a text whose SendAt is still to come',
    description: '409 if its time has come or it was not scheduled; a repeat is harmless.',
    success: { status: 200, type: MessageDetailResponse },
    errors: [409],
  })
  async cancel(@Param('id') id: string): Promise<MessageDetailResponse> {
    return toMessageDetail(await this.cancellation.cancel(currentKey(), id, 'sms'));
  }
}
