import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import {
  ApnsTransport,
  FcmTransport,
  parseServiceAccount,
  sandboxOutcome,
  SandboxPushTransport,
  WebPushTransport,
  type PushDevice,
  type PushTransport,
  type TopicTransport,
} from '#libs/messaging/push';
import { PlatformConfig } from '../../config.js';
import type { PushCredentialKind, PushCredential } from '../../push-credentials/push-credential.entity.js';
import { PushSites } from '../site-config/push-sites.service.js';
import { OwnTransports } from './own-transports.js';

/** Nearly all browsers use a handful of push services. */
const REQUESTS_PER_SERVICE = 128;

const CREDENTIAL_OF: Record<PushDevice['platform'], PushCredentialKind> = { android: 'fcm', ios: 'apns', web: 'vapid' };

/** How a message is sent. */
export interface PushRoute<T> {
  transport: T;
  /** The tenant's own credential, if the transport uses one. */
  credential?: PushCredential;
}

/** The push services that this installation or the tenant has credentials for, and the sandbox. */
@Injectable()
export class PushTransports implements OnApplicationShutdown {
  private readonly sandbox = new SandboxPushTransport();
  private readonly fcm: FcmTransport | undefined;
  private readonly apns: ApnsTransport | undefined;
  private readonly client: OutboundClient;

  constructor(
    private readonly config: PlatformConfig,
    private readonly sites: PushSites,
    private readonly own: OwnTransports,
  ) {
    const { fcmServiceAccount, fcmUrl, apnsKeyId, apnsTeamId, apnsPrivateKey, apnsTopic, apnsUrl } = config;
    this.client = new OutboundClient({
      allow: config.outboundAllow,
      dnsServer: config.dnsServer,
      concurrencyPerOrigin: REQUESTS_PER_SERVICE,
    });
    this.fcm = fcmServiceAccount
      ? new FcmTransport({ account: parseServiceAccount(fcmServiceAccount), url: fcmUrl })
      : undefined;
    this.apns =
      apnsKeyId && apnsTeamId && apnsPrivateKey && apnsTopic
        ? new ApnsTransport({
            key: { keyId: apnsKeyId, teamId: apnsTeamId, privateKey: apnsPrivateKey },
            topic: apnsTopic,
            url: apnsUrl,
          })
        : undefined;
  }

  /**
   * The route to a device of the tenant, by the tenant's own credential or else that of the installation; undefined if
   * there is none for its platform. `current` are the credentials that the tenant has now.
   */
  async toDevice(
    tenantId: TenantId,
    environment: 'live' | 'test',
    device: PushDevice,
    current: readonly PushCredential[],
  ): Promise<PushRoute<PushTransport> | undefined> {
    if (environment === 'test' && !this.isReal(device)) return { transport: this.sandbox };
    const credential = current.find(({ kind }) => kind === CREDENTIAL_OF[device.platform]);
    if (credential) return { transport: this.toOwn(credential), credential };
    if (device.platform === 'web') return { transport: await this.toBrowser(tenantId) };
    const transport = device.platform === 'android' ? this.fcm : this.apns;
    return transport && { transport };
  }

  /** The route to topics; undefined if there is no FCM account. */
  toTopic(environment: 'live' | 'test', current: readonly PushCredential[]): PushRoute<TopicTransport> | undefined {
    if (environment === 'test') return { transport: this.sandbox };
    const credential = current.find(({ kind }) => kind === 'fcm');
    if (credential) return { transport: this.own.fcm(credential), credential };
    return this.fcm && { transport: this.fcm };
  }

  private toOwn(credential: PushCredential): PushTransport {
    if (credential.kind === 'fcm') return this.own.fcm(credential);
    if (credential.kind === 'apns') return this.own.apns(credential);
    return this.own.web(credential, this.client);
  }

  private async toBrowser(tenantId: TenantId): Promise<PushTransport> {
    const vapid = await this.sites.vapidKeys(tenantId);
    return new WebPushTransport({ vapid, subject: this.config.pushSubject, client: this.client });
  }

  /** Outside production, messages to browsers are sent for real: web push needs no account. */
  private isReal(device: PushDevice): boolean {
    const isSubscription = device.platform === 'web' && device.token.startsWith('{');
    return isSubscription && !this.config.isProduction && sandboxOutcome(device) === 'taken';
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.sandbox.close(), this.fcm?.close(), this.apns?.close()]);
    this.client.close();
  }
}
