import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { OutboundClient } from '#libs/core/outbound';
import { ApnsTransport, FcmTransport, WebPushTransport } from '#libs/messaging/push';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { PUSH_CREDENTIAL_KINDS, type PushCredential } from '../../push-credentials/push-credential.entity.js';
import type { ApnsEnvironment } from '../../push-credentials/push-credential.js';
import { PushCredentials } from '../../push-credentials/push-credentials.service.js';

interface Transports {
  fcm: FcmTransport;
  apns: ApnsTransport;
  vapid: WebPushTransport;
}

interface Opened {
  credentialId: string;
  transport: Transports[keyof Transports];
}

/** Limited, because each has its connections. */
const OPENED_MAX = 500;
const FCM_CONNECTIONS = 10;

const APNS_URLS: Record<ApnsEnvironment, string> = {
  production: 'https://api.push.apple.com',
  development: 'https://api.sandbox.push.apple.com',
};

/**
 * The transports of the tenants' own credentials, opened at the first use and kept while the credential is the same. A
 * batch brings the rows that it has just read, so a change in another process counts for the next batch.
 */
@Injectable()
export class OwnTransports implements OnApplicationShutdown {
  private readonly opened = new LRUCache<string, Opened>({
    max: OPENED_MAX,
    dispose: ({ transport }) => void transport.close(),
  });

  constructor(
    private readonly config: PlatformConfig,
    private readonly credentials: PushCredentials,
  ) {}

  /** Closes the transports of credentials that the tenant no longer has. */
  retain(tenantId: TenantId, current: readonly PushCredential[]): void {
    for (const kind of PUSH_CREDENTIAL_KINDS) {
      const name = nameOf({ tenantId, kind });
      const known = this.opened.peek(name);
      if (known && !current.some(({ id }) => id === known.credentialId)) this.opened.delete(name);
    }
  }

  fcm(row: PushCredential): FcmTransport {
    const { fcmUrl } = this.config;
    return this.open<'fcm'>(row, () => {
      const account = this.credentials.open(row, 'fcm');
      const tokenUrl = fcmUrl && `${fcmUrl}/token`;
      return new FcmTransport({ account, url: fcmUrl, tokenUrl, connections: FCM_CONNECTIONS });
    });
  }

  apns(row: PushCredential): ApnsTransport {
    return this.open<'apns'>(row, () => {
      const { bundleId, environment, ...key } = this.credentials.open(row, 'apns');
      return new ApnsTransport({ key, topic: bundleId, url: this.apnsUrl(environment) });
    });
  }

  /** `client` guards the addresses of the subscriptions. */
  web(row: PushCredential, client: Pick<OutboundClient, 'post'>): WebPushTransport {
    return this.open<'vapid'>(row, () => {
      const { subject, ...vapid } = this.credentials.open(row, 'vapid');
      return new WebPushTransport({ vapid, subject, client });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.opened.values()].map(({ transport }) => transport.close()));
  }

  private open<K extends keyof Transports>(row: PushCredential, create: () => Transports[K]): Transports[K] {
    const name = nameOf(row);
    const known = this.opened.get(name);
    if (known?.credentialId === row.id) return known.transport as Transports[K];
    const transport = create();
    this.opened.set(name, { credentialId: row.id, transport });
    return transport;
  }

  /** APNS_URL, unless it is one of Apple's own addresses, stands in for both of them. */
  private apnsUrl(environment: ApnsEnvironment): string {
    const { apnsUrl } = this.config;
    const isGateway = apnsUrl !== undefined && !new URL(apnsUrl).hostname.endsWith('.push.apple.com');
    return isGateway ? apnsUrl : APNS_URLS[environment];
  }
}

const nameOf = ({ tenantId, kind }: Pick<PushCredential, 'tenantId' | 'kind'>): string => `${tenantId}:${kind}`;
