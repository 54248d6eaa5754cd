import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { OwnCarrierService } from './own-carrier.service.js';
import {
  SetSmppRequest,
  SetTwilioRequest,
  SmsCredentialResponse,
  SmsCredentialsResponse,
} from './sms-credential.dto.js';
import { SmsCredential } from './sms-credential.entity.js';
import { SmsCredentials } from './sms-credentials.service.js';

const Known = knownBy(SmsCredentials, (credentials, { id = '' }) => credentials.findById(currentTenantId(), id));

@ApiTags('SMS')
@Controller('api/sms/credentials')
export class SmsCredentialsController {
  constructor(
    private readonly credentials: SmsCredentials,
    private readonly carrier: OwnCarrierService,
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
    return { Credentials: credential ? [this.carrier.view(credential)] : [] };
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
  async setTwilio(@Body() body: SetTwilioRequest): Promise<SmsCredentialResponse> {
    return { Credential: this.carrier.view(await this.carrier.setTwilio(currentTenantId(), body)) };
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
    return { Credential: this.carrier.view(await this.carrier.setSmpp(currentTenantId(), body)) };
  }

  @Get(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Read the own carrier',
    description: 'Without its secret. LastWorkedAt before LastUsedAt means that the carrier refuses texts.',
    success: { status: 200, type: SmsCredentialResponse },
  })
  get(@Known() credential: SmsCredential): SmsCredentialResponse {
    return { Credential: this.carrier.view(credential) };
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
}
