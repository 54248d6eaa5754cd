import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import type { Idempotency } from '#libs/core/idempotency';
import { answerSent } from './answer-sent.js';
import { SendEmailRequest } from './dto/send.requests.js';
import { SentResponse } from './dto/send.responses.js';
import { Idempotent } from './idempotent.js';
import { toMessageDraft, toSender } from './message-draft.js';
import { SendingMailboxes } from './sending-mailboxes.js';
import { SendingService } from './sending.service.js';

@ApiTags('Sending')
@Controller('v1/emails')
export class EmailsController {
  constructor(
    private readonly mailboxes: SendingMailboxes,
    private readonly sending: SendingService,
  ) {}

  @Post()
  @HttpCode(202)
  @KeyOrSession('email:send', { support: 'none' })
  @Operation({
    summary: 'Send a message from a mailbox',
    example: { from: 'hello@demo.test', to: ['someone@example.test'], subject: 'Hello', text: 'It works.' },
    description:
      'The message is signed for the domain of its sender. Each recipient in to, cc and bcc counts once in the quota. ' +
      'A repetition with the same Idempotency-Key answers 200 and sends nothing. 502: no recipient could be reached; ' +
      'nothing was sent, and the quota is given back.',
    success: [
      { status: 202, type: SentResponse },
      { status: 200, type: SentResponse, description: 'A repetition with the same Idempotency-Key' },
    ],
    errors: [409, 413, 422, 429, 502],
  })
  async send(
    @Body() body: SendEmailRequest,
    @Idempotent() idempotency: Idempotency | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SentResponse> {
    const sender = toSender(body.from);
    const draft = toMessageDraft(body);
    const sent = await this.sending.send(await this.mailboxes.byAddress(sender), draft, idempotency);
    return answerSent(response, sent);
  }
}
