import { Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { requireScope, SignedByKey } from '#libs/core/auth';
import { currentRequest } from '#libs/core/http';
import { CallClass } from '../../plans/call-class.js';
import { TheirFields } from '../frame/their-fields.js';
import { AccountActions } from './actions/account-actions.js';
import { EmailActions } from './actions/email-actions.js';
import { IdentityActions } from './actions/identity-actions.js';
import type { SesAction } from './actions/ses-action.js';
import { TemplateActions } from './actions/template-actions.js';
import { objectOfForm } from './form-fields.js';
import { classOfCall, receivedForm } from './received-form.js';
import { xmlAnswer, XML_TYPE } from './ses-v1-xml.js';

/** Actions of the first version of Amazon SES: a form at the root, answered in XML. */
@ApiExcludeController()
@Controller()
export class SesV1Controller {
  private readonly actions: ReadonlyMap<string, SesAction>;

  constructor(account: AccountActions, emails: EmailActions, identities: IdentityActions, templates: TemplateActions) {
    const all = [account, emails, identities, templates];
    this.actions = new Map(all.flatMap(({ actions }) => Object.entries(actions)));
  }

  @Post('/')
  @HttpCode(200)
  @Header('Content-Type', XML_TYPE)
  @SignedByKey(
    [
      'emails:send',
      'account:read',
      'domains:read',
      'domains:write',
      'reports:read',
      'templates:read',
      'templates:write',
    ],
    'ses',
  )
  @CallClass(classOfCall)
  async act(@Req() request: Request): Promise<string> {
    const body = objectOfForm(await receivedForm(request));
    const form = TheirFields.of(body);
    const name = form.requiredText('Action');
    const action = this.actions.get(name);
    if (!action) throw form.invalid('Action', 'is none that is supported');
    requireScope(action.scope);
    return xmlAnswer(name, await action.act(form, body), currentRequest()?.requestId ?? '');
  }
}
