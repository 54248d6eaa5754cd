import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import {
  PushCredentialResponse,
  PushCredentialsResponse,
  PushCredentialView,
  SetApnsRequest,
  SetFcmRequest,
  SetVapidRequest,
} from './push-credential.dto.js';
import { PushCredential } from './push-credential.entity.js';
import type { NewCredential } from './push-credential.js';
import { PushCredentials } from './push-credentials.service.js';

const Known = knownBy(PushCredentials, (credentials, { id = '' }) => credentials.find(currentTenantId(), id));

@ApiTags('Push')
@Controller('api/push/credentials')
export class PushCredentialsController {
  constructor(private readonly credentials: PushCredentials) {}

  @Get()
  @Session({ role: 'admin' })
  @Operation({
    summary: "List the account's own credentials of push services",
    description: 'Without their secrets. For a kind that is not listed, the credential of the installation is used.',
    success: { status: 200, type: PushCredentialsResponse },
  })
  async list(): Promise<PushCredentialsResponse> {
    return { Credentials: (await this.credentials.list(currentTenantId())).map(PushCredentialView.of) };
  }

  @Put('fcm')
  @Session({ role: 'admin' })
  @Operation({
    summary: "Set the account's own FCM service account",
    description: 'For Android devices and topics. Topics then have no account id before them.',
    success: { status: 200, type: PushCredentialResponse },
    errors: [422],
  })
  async setFcm(@Body() body: SetFcmRequest): Promise<PushCredentialResponse> {
    return this.set(body.toCredential());
  }

  @Put('apns')
  @Session({ role: 'admin' })
  @Operation({
    summary: "Set the account's own key for APNs",
    description: 'For iOS devices.',
    success: { status: 200, type: PushCredentialResponse },
    errors: [422],
  })
  async setApns(@Body() body: SetApnsRequest): Promise<PushCredentialResponse> {
    return this.set(body.toCredential());
  }

  @Put('vapid')
  @Session({ role: 'admin' })
  @Operation({
    summary: "Set the account's own VAPID keys",
    description: 'For browsers. Those that subscribed with other keys must subscribe again.',
    success: { status: 200, type: PushCredentialResponse },
    errors: [422],
  })
  async setVapid(@Body() body: SetVapidRequest): Promise<PushCredentialResponse> {
    return this.set(body.toCredential());
  }

  @Get(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Read a credential',
    description: 'Without its secret. LastWorkedAt before LastUsedAt means that the push service refuses it.',
    success: { status: 200, type: PushCredentialResponse },
  })
  get(@Known() credential: PushCredential): PushCredentialResponse {
    return PushCredentialResponse.of(credential);
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Delete a credential',
    description: 'The credential of the installation is used from then on.',
    success: { status: 204 },
  })
  async delete(@Known() credential: PushCredential): Promise<void> {
    await this.credentials.delete(credential);
  }

  private async set(credential: NewCredential): Promise<PushCredentialResponse> {
    return PushCredentialResponse.of(await this.credentials.set(currentTenantId(), credential));
  }
}
