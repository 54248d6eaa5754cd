import { Body, Controller, Headers, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiKey, currentKey } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CancelService } from '../../messages/cancel.service.js';
import { MessageDetailResponse } from '../../messages/dto/message.responses.js';
import { toMessageDetail } from '../../messages/message.mapper.js';
import { Sends } from '../../plans/sends.js';
import { EnqueuedResponse } from '../../sending/dto/enqueued.response.js';
import { IdempotencyHeader } from '../../sending/idempotency.js';
import { SendingService } from '../../sending/sending.service.js';
import { SendPushRequest } from './dto/send-push.request.js';
import { PushChannel } from './push-channel.js';

@ApiTags('Push')
@Controller('v1/push')
export class PushController {
  constructor(
    private readonly sending: SendingService,
    private readonly push: PushChannel,
    private readonly cancellation: CancelService,
  ) {}

  @Post('send')
  @ApiKey('push:send')
  @Sends()
  @IdempotencyHeader()
  @Operation({
    summary: 'Send a push message to devices or to a topic',
    example: { Notification: { Title: 'Your order', Body: 'It is on its way.' }, Topic: 'news' },
    description: 'Each device, or the topic, becomes a message of its own; MessageId is the first of MessageIds.',
    success: { status: 202, type: EnqueuedResponse },
    errors: [409, 502],
  })
  async send(
    @Body() body: SendPushRequest,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<EnqueuedResponse> {
    return EnqueuedResponse.of(await this.sending.send(this.push, currentKey(), body, key));
  }

  @Post(':id/cancel')
  @ApiKey('push:send')
  @Operation({
    summary: 'Cancel a push message whose SendAt is still to come',
    description: '409 if its time has come or it was not scheduled; a repeat is harmless.',
    success: { status: 200, type: MessageDetailResponse },
    errors: [409],
  })
  async cancel(@Param('id') id: string): Promise<MessageDetailResponse> {
    return toMessageDetail(await this.cancellation.cancel(currentKey(), id, 'push'));
  }
}
