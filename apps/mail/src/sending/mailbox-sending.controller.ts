import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { KeyOrSession } from '#libs/auth';
import { Operation } from '#libs/http';
import type { Idempotency } from '#libs/idempotency';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { answerSent } from './answer-sent.js';
import { SendFromMailboxRequest } from './dto/send.requests.js';
import { SentResponse } from './dto/send.responses.js';
import { Idempotent } from './idempotent.js';
import { toMessageDraft } from './message-draft.js';
import { SendingMailboxes } from './sending-mailboxes.js';
import { SendingService } from './sending.service.js';

@ApiTags('Sending')
@Controller('mailboxes/:id/send')
export class MailboxSendingController {
  constructor(
    private readonly mailboxes: SendingMailboxes,
    private readonly sending: SendingService,
  ) {}

  @Post()
  @HttpCode(202)
  @KeyOrSession('email:send', { support: 'none' })
  @Operation({
    summary: 'Send a message from this mailbox',
    description:
      'As POST /v1/emails, with the sender given by the path. A user needs the role sender in the mailbox. The message is ' +
      'among its sent messages as soon as a mail server has it for a recipient.',
    success: [
      { status: 202, type: SentResponse },
      { status: 200, type: SentResponse, description: 'A repetition with the same Idempotency-Key' },
    ],
    errors: [409, 413, 422, 429, 502],
  })
  async send(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() body: SendFromMailboxRequest,
    @Idempotent() idempotency: Idempotency | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SentResponse> {
    const draft = toMessageDraft(body);
    const sent = await this.sending.send(await this.mailboxes.sendingFrom(mailbox), draft, idempotency);
    return answerSent(response, sent);
  }
}
