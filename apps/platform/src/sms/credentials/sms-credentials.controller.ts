import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { invalidField, knownBy, Operation } from '#libs/http';
import { PlatformConfig } from '../../config.js';
import { ownInboundUrl } from '../own/own-callback-urls.js';
import { CarrierCheck } from './carrier-check.js';
import {
  SetSmppRequest,
  SetTwilioRequest,
  SmsCredentialResponse,
  SmsCredentialsResponse,
  SmsCredentialView,
} from './sms-credential.dto.js';
import { SmsCredential } from './sms-credential.entity.js';
import { InvalidCarrier, parseBaseUrl, parseHost, type CarrierCredential } from './sms-credential.js';
import { SmsCredentials } from './sms-credentials.service.js';

const TWILIO = 'https://api.twilio.com';

const Known = knownBy(SmsCredentials, (credentials, { id = '' }) => credentials.findById(currentTenantId(), id));

@ApiTags('SMS')
@Controller('api/sms/credentials')
export class SmsCredentialsController {
  constructor(
    private readonly credentials: SmsCredentials,
    private readonly carrier: CarrierCheck,
    private readonly config: PlatformConfig,
  ) {}

  @Get()
  @Session({ role: 'admin' })
  @Operation({
    summary: "List the account's own carrier of texts",
    description: 'Without its secret. If none is listed, texts leave by the carrier of the installation.',
    success: { status: 200, type: SmsCredentialsResponse },
  })
  async list(): Promise<SmsCredentialsResponse> {
    const credential = await this.credentials.find(currentTenantId());
    return { Credentials: credential ? [this.view(credential)] : [] };
  }

  @Put('twilio')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Set a carrier that speaks as Twilio does',
    description:
      'It replaces a carrier that is set. The carrier is asked for the account first: 422 if it refuses, or cannot be ' +
      'reached within ten seconds.',
    success: { status: 200, type: SmsCredentialResponse },
    errors: [422],
  })
  async setTwilio(
    @Body() { AccountSid, AuthToken, BaseUrl = TWILIO }: SetTwilioRequest,
  ): Promise<SmsCredentialResponse> {
    const baseUrl = validated(() => parseBaseUrl(BaseUrl, this.config.isProduction));
    return this.set({ kind: 'twilio', accountSid: AccountSid, authToken: AuthToken, baseUrl });
  }

  @Put('smpp')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Set a carrier that speaks SMPP 3.4',
    description:
      'It replaces a carrier that is set. The platform binds as a transceiver first: 422 if the carrier refuses, or ' +
      'cannot be reached within ten seconds.',
    success: { status: 200, type: SmsCredentialResponse },
    errors: [422],
  })
  async setSmpp(@Body() body: SetSmppRequest): Promise<SmsCredentialResponse> {
    const {
      Port: port,
      SystemId: systemId,
      Password: password,
      SystemType: systemType = '',
      Tls: secure = true,
    } = body;
    const host = validated(() => parseHost(body.Host, port));
    return this.set({ kind: 'smpp', host, port, secure, systemId, password, systemType });
  }

  @Get(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Read the own carrier',
    description: 'Without its secret. LastWorkedAt before LastUsedAt means that the carrier refuses texts.',
    success: { status: 200, type: SmsCredentialResponse },
  })
  get(@Known() credential: SmsCredential): SmsCredentialResponse {
    return { Credential: this.view(credential) };
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Remove the own carrier',
    description:
      'Texts leave by the carrier of the installation from then on, if there is one, and from confirmed senders. Those ' +
      'that were accepted for the own carrier and have not left fail.',
    success: { status: 204 },
  })
  async delete(@Known() credential: SmsCredential): Promise<void> {
    await this.credentials.delete(credential);
  }

  private async set(credential: CarrierCredential): Promise<SmsCredentialResponse> {
    const tenantId = currentTenantId();
    await this.carrier.check(tenantId, credential);
    return { Credential: this.view(await this.credentials.set(tenantId, credential)) };
  }

  private view(credential: SmsCredential): SmsCredentialView {
    return SmsCredentialView.of(credential, ownInboundUrl(this.config, credential.tenantId));
  }
}

/** @throws Problem InvalidParameter */
function validated<T>(validate: () => T): T {
  try {
    return validate();
  } catch (error) {
    if (error instanceof InvalidCarrier) throw invalidField('InvalidParameter', error.field, error.message);
    throw error;
  }
}
