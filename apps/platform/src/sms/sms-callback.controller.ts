import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { readForm } from './form-body.js';
import { InboundTexts } from './inbound/inbound-texts.service.js';
import { askForRepetition } from './report-repetition.js';
import { SMS_CALLBACK_PATH } from '../limits/public-paths.js';
import { SmsCarriers } from './sms-carriers.js';
import { SmsReceipts } from './sms-receipts.service.js';

/** The callback of the installation's HTTP carrier, authenticated by their signature. */
@ApiExcludeController()
@Controller(SMS_CALLBACK_PATH)
export class SmsCallbackController {
  constructor(
    private readonly carriers: SmsCarriers,
    private readonly receipts: SmsReceipts,
    private readonly inbound: InboundTexts,
  ) {}

  @Post()
  @Public()
  @HttpCode(204)
  async take(@Req() request: Request, @Headers('x-twilio-signature') signature: string | undefined): Promise<void> {
    const carrier = this.carriers.http;
    if (!carrier) throw new Problem('NotFound');
    const params = await readForm(request);
    for (const url of this.carriers.callbackUrls) {
      if ((await askForRepetition(carrier.takeCallback({ url, params, signature }))) !== 'forged') return;
    }
    this.receipts.countRejected();
    throw new Problem('PermissionDenied', { message: 'The signature is missing or wrong' });
  }

  @Post('inbound')
  @Public()
  @HttpCode(204)
  async takeText(@Req() request: Request, @Headers('x-twilio-signature') signature: string | undefined): Promise<void> {
    const carrier = this.carriers.http;
    if (!carrier) throw new Problem('NotFound');
    const callback = { url: this.carriers.inboundUrl, params: await readForm(request), signature };
    if ((await carrier.takeInbound(callback, (text) => this.inbound.accept(text))) !== 'forged') return;
    this.inbound.countRejected();
    throw new Problem('PermissionDenied', { message: 'The signature is missing or wrong' });
  }
}
