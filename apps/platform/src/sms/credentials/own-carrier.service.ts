import { Injectable } from '@nestjs/common';
import { invalidField } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { ownInboundUrl } from '../own/own-callback-urls.js';
import { CarrierCheck } from './carrier-check.js';
import { type SetSmppRequest, type SetTwilioRequest, SmsCredentialView } from './sms-credential.dto.js';
import type { SmsCredential } from './sms-credential.entity.js';
import { type CarrierCredential, InvalidCarrier, parseBaseUrl, parseHost } from './sms-credential.js';
import { SmsCredentials } from './sms-credentials.service.js';

const TWILIO = 'https://api.twilio.com';

/** Sets the own carrier of an account, which is asked first whether it takes the credential. */
@Injectable()
export class OwnCarrierService {
  constructor(
    private readonly credentials: SmsCredentials,
    private readonly carrier: CarrierCheck,
    private readonly config: PlatformConfig,
  ) {}

  /** @throws Problem InvalidParameter for an address that cannot be a carrier's, or a credential that it refuses */
  async setTwilio(
    tenantId: TenantId,
    { AccountSid, AuthToken, BaseUrl = TWILIO }: SetTwilioRequest,
  ): Promise<SmsCredential> {
    const baseUrl = validated(() => parseBaseUrl(BaseUrl, this.config.isProduction));
    return this.set(tenantId, { kind: 'twilio', accountSid: AccountSid, authToken: AuthToken, baseUrl });
  }

  /** @throws Problem InvalidParameter for an address that cannot be a carrier's, or a credential that it refuses */
  async setSmpp(tenantId: TenantId, body: SetSmppRequest): Promise<SmsCredential> {
    const {
      Port: port,
      SystemId: systemId,
      Password: password,
      SystemType: systemType = '',
      Tls: secure = true,
    } = body;
    const host = validated(() => parseHost(body.Host, port));
    return this.set(tenantId, { kind: 'smpp', host, port, secure, systemId, password, systemType });
  }

  view(credential: SmsCredential): SmsCredentialView {
    return SmsCredentialView.of(credential, ownInboundUrl(this.config, credential.tenantId));
  }

  private async set(tenantId: TenantId, credential: CarrierCredential): Promise<SmsCredential> {
    await this.carrier.check(tenantId, credential);
    return this.credentials.set(tenantId, credential);
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
