import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import type { Idempotency } from '#libs/core/idempotency';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { answerSent } from './answer-sent.js';
import { SendOrDraftRequest } from './dto/send.requests.js';
import { SentResponse } from './dto/send.responses.js';
import { Idempotent } from './idempotent.js';
import { MailboxSender } from './mailbox-sender.js';

@ApiTags('Sending')
@Controller('mailboxes/:id/send')
export class MailboxSendingController {
  constructor(private readonly sender: MailboxSender) {}

  @Post()
  @HttpCode(202)
  @KeyOrSession('email:send', { support: 'none' })
  @Operation({
    summary: 'Send a message from this mailbox',
    example: { to: ['someone@example.test'], subject: 'Hello', text: 'It works.' },
    description:
      'As POST /v1/emails, with the sender given by the path, or one of its identities by `from`. With draft_id alone, a draft ' +
      'is sent: it is gone after 202, and kept after any error; 404 once it is sent. A user needs the role sender in the ' +
      'mailbox. The message is among its sent messages as soon as a mail server has it for a recipient.',
    success: [
      { status: 202, type: SentResponse },
      { status: 200, type: SentResponse, description: 'A repetition with the same Idempotency-Key' },
    ],
    errors: [409, 413, 422, 429, 502],
  })
  async send(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() body: SendOrDraftRequest,
    @Idempotent() idempotency: Idempotency | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SentResponse> {
    return answerSent(response, await this.sender.send(mailbox, body, idempotency));
  }
}
