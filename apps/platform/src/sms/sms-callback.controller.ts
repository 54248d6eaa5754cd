import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '#libs/auth';
import { Problem } from '#libs/http';
import { readForm } from './form-body.js';
import { SMS_CALLBACK_PATH, SmsCarriers } from './sms-carriers.js';

/** Where an HTTP carrier reports. Its signature says that it is the carrier. */
@ApiExcludeController()
@Controller(SMS_CALLBACK_PATH)
export class SmsCallbackController {
  constructor(private readonly carriers: SmsCarriers) {}

  @Post()
  @Public()
  @HttpCode(204)
  async take(@Req() request: Request, @Headers('x-twilio-signature') signature: string | undefined): Promise<void> {
    const carrier = this.carriers.http;
    if (!carrier) throw new Problem('NotFound');
    const params = await readForm(request);
    const outcome = await carrier.takeCallback({ url: this.carriers.callbackUrl, params, signature });
    if (outcome === 'forged') throw new Problem('PermissionDenied', { message: 'The signature is missing or wrong' });
  }
}
