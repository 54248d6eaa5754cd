import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SignedByKey } from '#libs/core/auth';
import { Sends } from '../../plans/sends.js';
import { TheirEmails } from '../emails/their-emails.js';
import { fromBulk } from './from-bulk.js';
import { TemplateUses } from './templates/template-uses.js';
import { toBulk } from './to-bulk.js';
import { toSendRequest } from './to-send-request.js';

/** E-mails as clients of the second version of Amazon SES send them. */
@ApiExcludeController()
@Controller('v2/email')
export class SesV2EmailsController {
  constructor(
    private readonly emails: TheirEmails,
    private readonly templates: TemplateUses,
  ) {}

  @Post('outbound-emails')
  @HttpCode(200)
  @SignedByKey('emails:send', 'ses')
  @Sends()
  async send(@Body() body: unknown): Promise<object> {
    const request = await toSendRequest(body, this.templates);
    const { messageIds } = await this.emails.send(request, undefined, body as object);
    return { MessageId: messageIds[0] };
  }

  @Post('outbound-bulk-emails')
  @HttpCode(200)
  @SignedByKey('emails:send', 'ses')
  @Sends()
  async sendBulk(@Body() body: unknown): Promise<object> {
    const requests = await toBulk(body, this.templates);
    const { results } = await this.emails.sendBatch(requests, undefined, body as object);
    return { BulkEmailEntryResults: fromBulk(results) };
  }
}
