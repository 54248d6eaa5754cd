import { Controller, Headers, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { applyCount, CallCounter } from '#libs/core/limits';
import { isId } from '#libs/core/persistence';
import { parseTwilioCallback, parseTwilioInbound, verifyTwilioSignature, type FormFields } from '#libs/messaging/sms';
import { PlatformConfig } from '../../config.js';
import { carrierKey, type TwilioCredential } from '../credentials/sms-credential.js';
import { SmsCredentials } from '../credentials/sms-credentials.service.js';
import { readForm } from '../form-body.js';
import { InboundTexts } from '../inbound/inbound-texts.service.js';
import { SmsPolicyCache } from '../policy/sms-policy-cache.js';
import { askForRepetition } from '../report-repetition.js';
import { SmsReceipts } from '../sms-receipts.service.js';
import { OWN_CALLBACK_PATH, ownCallbackUrls, ownInboundUrl } from './own-callback-urls.js';
import type { OwnCarrier } from './own-carriers.js';

/** Reports a minute of one tenant's carrier, whose tenant can sign any number of them. */
const REPORTS_PER_MINUTE = 6_000;

interface SignedForm {
  params: FormFields;
  source: OwnCarrier;
}

/**
 * The callbacks of the tenants' own HTTP carriers, authenticated by the signature with the tenant's token. What is wrong
 * is not told: the answer is the same for a tenant that there is not.
 */
@ApiExcludeController()
@Controller(OWN_CALLBACK_PATH)
export class OwnCallbackController {
  constructor(
    private readonly policies: SmsPolicyCache,
    private readonly credentials: SmsCredentials,
    private readonly receipts: SmsReceipts,
    private readonly inbound: InboundTexts,
    private readonly counter: CallCounter,
    private readonly config: PlatformConfig,
  ) {}

  @Post(':tenantId')
  @Public()
  @HttpCode(204)
  async take(
    @Req() request: Request,
    @Param('tenantId') tenantId: string,
    @Headers('x-twilio-signature') signature: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const signed = await this.verify(request, tenantId, signature, ownCallbackUrls);
    if (!signed) {
      this.receipts.countRejected();
      throw forged();
    }
    await this.count(signed.source, response);
    const receipt = parseTwilioCallback(signed.params);
    if (receipt) await askForRepetition(this.receipts.record(receipt, signed.source));
  }

  @Post(':tenantId/inbound')
  @Public()
  @HttpCode(204)
  async takeText(
    @Req() request: Request,
    @Param('tenantId') tenantId: string,
    @Headers('x-twilio-signature') signature: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const signed = await this.verify(request, tenantId, signature, (config, id) => ownInboundUrl(config, id) ?? []);
    if (!signed) {
      this.inbound.countRejected();
      throw forged();
    }
    await this.count(signed.source, response);
    const text = parseTwilioInbound(signed.params);
    if (text) await this.inbound.acceptOwn(text, signed.source);
  }

  /** @throws Problem Throttling */
  private async count({ tenantId }: OwnCarrier, response: Response): Promise<void> {
    applyCount(response, await this.counter.count('carrier-reports', REPORTS_PER_MINUTE, tenantId));
  }

  /** The form, if it is signed with the token of the tenant over one of the URLs. */
  private async verify(
    request: Request,
    tenantId: string,
    signature: string | undefined,
    urlsOf: (config: PlatformConfig, tenantId: OwnCarrier['tenantId']) => string | string[],
  ): Promise<SignedForm | undefined> {
    if (!isId('acc', tenantId) || signature === undefined) return undefined;
    const { credential: row } = await this.policies.get(tenantId);
    if (row?.kind !== 'twilio') return undefined;
    const credential = this.credentials.open(row) as TwilioCredential;
    const params = await readForm(request);
    const { authToken } = credential;
    const isSigned = [urlsOf(this.config, tenantId)]
      .flat()
      .map((url) => verifyTwilioSignature({ url, params, signature, authToken }))
      .includes(true);
    return isSigned ? { params, source: { tenantId, carrier: carrierKey(credential) } } : undefined;
  }
}

const forged = (): Problem => new Problem('PermissionDenied', { message: 'The signature is missing or wrong' });
