import { Controller, Headers, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { MessageDetailResponse } from '../../messages/dto/message.responses.js';
import { toMessageDetail } from '../../messages/message.mapper.js';
import { Sends } from '../../plans/sends.js';
import { IdempotencyHeader } from '../../sending/idempotency.js';
import { ResendService } from './resend.service.js';

@ApiTags('Messages')
@Session()
@Controller('api/messages/:id/resend')
export class ResendController {
  constructor(private readonly messages: ResendService) {}

  @Post()
  @Sends()
  @IdempotencyHeader()
  @Operation({
    summary: 'Send a message again: a new one of the same content to the same recipient',
    description:
      'Answers the new message. 409 while it is on its way, for a message of a test key in production and for a mail that asks for a ' +
      'confirmation; 410 once its content was erased.',
    success: { status: 202, type: MessageDetailResponse },
    errors: [402, 409, 410, 502],
  })
  async resend(
    @Param('id') id: string,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<MessageDetailResponse> {
    return toMessageDetail(await this.messages.resend(id, key));
  }
}
