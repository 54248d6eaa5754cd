import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SignedByKey } from '#libs/core/auth';
import { Sends } from '../../plans/sends.js';
import { TemplateNames } from '../emails/template-names.js';
import { TheirEmails } from '../emails/their-emails.js';
import { fromBulk } from './from-bulk.js';
import { templateNameOf } from './template-use.js';
import { bulkTemplateOf, toBulk } from './to-bulk.js';
import { templateNamesOf, toSendRequest } from './to-send-request.js';

/** E-mails as clients of the second version of Amazon SES send them. */
@ApiExcludeController()
@Controller('v2/email')
export class SesV2EmailsController {
  constructor(
    private readonly emails: TheirEmails,
    private readonly templates: TemplateNames,
  ) {}

  @Post('outbound-emails')
  @HttpCode(200)
  @SignedByKey('emails:send', 'ses')
  @Sends()
  async send(@Body() body: unknown): Promise<object> {
    const ids = await this.templates.idsOf(templateNamesOf(body));
    const { messageIds } = await this.emails.send(toSendRequest(body, ids), undefined, body as object);
    return { MessageId: messageIds[0] };
  }

  @Post('outbound-bulk-emails')
  @HttpCode(200)
  @SignedByKey('emails:send', 'ses')
  @Sends()
  async sendBulk(@Body() body: unknown): Promise<object> {
    const ids = await this.templates.idsOf([templateNameOf(bulkTemplateOf(body))]);
    return fromBulk(await this.emails.sendBatch(toBulk(body, ids), undefined, body as object));
  }
}
