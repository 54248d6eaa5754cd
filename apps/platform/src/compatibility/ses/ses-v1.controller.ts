import { Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { requireScope, SignedByKey } from '#libs/core/auth';
import { currentRequest, invalidField, receivedBytes } from '#libs/core/http';
import { Sends } from '../../plans/sends.js';
import { TemplateNames } from '../emails/template-names.js';
import { TheirEmails } from '../emails/their-emails.js';
import { TheirFields } from '../frame/their-fields.js';
import { objectOfForm } from './form-fields.js';
import { SendQuota } from './send-quota.js';
import { xmlAnswer, XML_TYPE } from './ses-v1-xml.js';
import { templateNameOf } from './template-use.js';
import { toFormRawRequest, toFormRequest, toFormTemplatedRequest } from './to-form-request.js';

const BODY_MAX = 2_097_152;

/** Actions of the first version of Amazon SES: a form at the root, answered in XML. */
@ApiExcludeController()
@Controller()
export class SesV1Controller {
  constructor(
    private readonly emails: TheirEmails,
    private readonly templates: TemplateNames,
    private readonly quota: SendQuota,
  ) {}

  @Post('/')
  @HttpCode(200)
  @Header('Content-Type', XML_TYPE)
  @SignedByKey(['emails:send', 'account:read'], 'ses')
  @Sends()
  async act(@Req() request: Request): Promise<string> {
    const form = (await receivedBytes(request, BODY_MAX)).toString('utf8');
    const body = objectOfForm(new URLSearchParams(form));
    const action = TheirFields.of(body).requiredText('Action');
    const values = await this.valuesOf(action, body);
    return xmlAnswer(action, values, currentRequest()?.requestId ?? '');
  }

  private async valuesOf(action: string, body: Record<string, unknown>): Promise<Record<string, string>> {
    if (action === 'GetSendQuota') {
      requireScope('account:read');
      return Object.fromEntries(Object.entries(await this.quota.get()).map(([name, value]) => [name, String(value)]));
    }
    requireScope('emails:send');
    if (action === 'SendEmail') return this.send(toFormRequest(body), body);
    if (action === 'SendRawEmail') return this.send(toFormRawRequest(body), body);
    if (action === 'SendTemplatedEmail') {
      const name = templateNameOf(templateOf(body));
      const ids = await this.templates.idsOf([name]);
      return this.send(toFormTemplatedRequest(body, name, ids), body);
    }
    throw invalidField(
      'ValidationError',
      'Action',
      'is none that is supported: SendEmail, SendRawEmail, SendTemplatedEmail, GetSendQuota',
    );
  }

  private async send(request: object, asked: object): Promise<{ MessageId: string }> {
    const { messageIds } = await this.emails.send(request, undefined, asked);
    return { MessageId: messageIds[0] as string };
  }
}

/** The name of a template under the name that the second version has for it. */
const templateOf = (body: Record<string, unknown>): TheirFields =>
  TheirFields.of({ TemplateName: body['Template'], TemplateArn: body['TemplateArn'] });
