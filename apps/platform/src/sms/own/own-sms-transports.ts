import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { GuardedDialer } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import { HttpSmsTransport, SmppTransport, type SmppOptions, type SmsTransport } from '#libs/messaging/sms';
import { PlatformConfig } from '../../config.js';
import type { CarrierCredential, SmppCredential, TwilioCredential } from '../credentials/sms-credential.js';
import { ownCallbackUrl } from './own-callback-urls.js';

/** Milliseconds for a request by HTTP, half of it for the connection. */
const HTTP_TIMEOUT_MS = 10_000;
const HTTP_CONNECTIONS = 10;

/** Shorter than those of the installation's carrier: a slow carrier of a tenant occupies the workers of all tenants. */
const SMPP_TIMEOUTS = { connect: 5_000, response: 10_000, wait: 10_000, close: 5_000 };
/** Parts that wait in a process; two chunks of the longest texts are fewer. */
const SMPP_MAX_QUEUED = 1_000;
/** Answers, receipts and texts: ten times what a busy link has. */
const SMPP_MAX_PDUS = 1_000;

/** Makes transports to hosts that tenants name: each connection is guarded, bounded in time, and fails fast. */
@Injectable()
export class OwnSmsTransports {
  private readonly dialer: GuardedDialer;

  constructor(private readonly config: PlatformConfig) {
    this.dialer = new GuardedDialer({ allow: config.outboundAllow, dnsServer: config.dnsServer });
  }

  create(tenantId: TenantId, credential: CarrierCredential): SmsTransport {
    if (credential.kind === 'twilio') return this.http(credential, tenantId);
    return new SmppTransport(this.smppOptions(credential));
  }

  /** @param tenantId of the tenant to whose callback the carrier reports; none while a credential is only tried */
  http({ baseUrl, accountSid, authToken }: TwilioCredential, tenantId?: TenantId): HttpSmsTransport {
    const callback = tenantId && ownCallbackUrl(this.config, tenantId);
    return new HttpSmsTransport({
      baseUrl,
      accountSid,
      authToken,
      statusCallback: callback === undefined ? undefined : () => callback,
      timeoutMs: HTTP_TIMEOUT_MS,
      connections: HTTP_CONNECTIONS,
      dial: this.dialer.connect,
    });
  }

  smppOptions({ host, port, secure, systemId, password, systemType }: SmppCredential): SmppOptions {
    const credentials = `${encodeURIComponent(systemId)}:${encodeURIComponent(password)}`;
    return {
      url: `${secure ? 'smpps' : 'smpp'}://${credentials}@${isIPv6(host) ? `[${host}]` : host}:${port}`,
      systemType,
      failsFast: true,
      maxQueued: SMPP_MAX_QUEUED,
      maxPdusPerSecond: SMPP_MAX_PDUS,
      timeouts: SMPP_TIMEOUTS,
      dial: this.dialer.connect,
    };
  }
}
