import { Body, Controller, Get, Headers, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey } from '#libs/core/auth';
import { invalidField } from '#libs/core/http';
import { Sends } from '../../../plans/sends.js';
import { idempotencyKeyOf } from '../../frame/idempotency-key.js';
import { TheirFields } from '../../frame/their-fields.js';
import { TheirEmails } from '../../emails/their-emails.js';
import { fromBatch, type FromBatch, strictProblem } from './from-batch.js';
import { fromEmail, fromListedEmail } from './from-email.js';
import { listOf, type TheirList } from '../frame/list-page.js';
import { scheduledAtOf } from '../frame/scheduled-at.js';
import { toBatch } from './to-batch.js';
import { toSendRequest } from './to-send-request.js';

/** Characters of an idempotency key of Resend, at most. */
const KEY_MAX = 256;

/** E-mails as clients of Resend send and read them. */
@ApiExcludeController()
@Controller('emails')
export class ResendEmailsController {
  constructor(private readonly emails: TheirEmails) {}

  @Post()
  @HttpCode(200)
  @ApiKey('emails:send')
  @Sends()
  async send(@Body() body: unknown, @Headers('idempotency-key') key: string | undefined): Promise<{ id: string }> {
    const request = toSendRequest(body);
    const { messageIds } = await this.emails.send(request, idempotencyKeyOf(key, KEY_MAX), body as object);
    return { id: messageIds[0] as string };
  }

  @Post('batch')
  @HttpCode(200)
  @ApiKey('emails:send')
  @Sends()
  async sendBatch(
    @Body() body: unknown,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('x-batch-validation') validation: string | undefined,
  ): Promise<FromBatch> {
    if (!Array.isArray(body)) throw invalidField('ValidationError', 'The body', 'must be a list of e-mails');
    const isStrict = validation !== 'permissive';
    const requests = toBatch(body, isStrict);
    const answer = await this.emails.sendBatch(requests, idempotencyKeyOf(key, KEY_MAX), body);
    const problem = strictProblem(answer, isStrict);
    if (problem) throw problem;
    return fromBatch(answer);
  }

  @Get()
  @ApiKey('emails:read')
  list(@Query() query: object): Promise<TheirList> {
    return listOf({ ...query }, 'msg', (page) => this.emails.listPage(page), fromListedEmail);
  }

  @Get(':id')
  @ApiKey('emails:read')
  async get(@Param('id') id: string): Promise<object> {
    return fromEmail(await this.emails.get(id));
  }

  @Patch(':id')
  @ApiKey('emails:send')
  async update(@Param('id') id: string, @Body() body: unknown): Promise<object> {
    const time = TheirFields.of(body).requiredText('scheduled_at');
    await this.emails.reschedule(id, scheduledAtOf(time, new Date()));
    return { object: 'email', id };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiKey('emails:send')
  async cancel(@Param('id') id: string): Promise<object> {
    await this.emails.cancel(id);
    return { object: 'email', id };
  }
}
