import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient } from '#libs/outbound';
import type { TenantId } from '#libs/persistence';
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
} from '#libs/push';
import { PlatformConfig } from '../../config.js';
import { PushSites } from '../site-config/push-sites.service.js';

/** Nearly all browsers share a handful of push services. */
const REQUESTS_PER_SERVICE = 128;

/** The services that reach devices: those that this installation has credentials for, and the sandbox. */
@Injectable()
export class PushTransports implements OnApplicationShutdown {
  private readonly sandbox = new SandboxPushTransport();
  private readonly fcm: FcmTransport | undefined;
  private readonly apns: ApnsTransport | undefined;
  private readonly client: OutboundClient;

  constructor(
    private readonly config: PlatformConfig,
    private readonly sites: PushSites,
  ) {
    const { fcmServiceAccount, apnsKeyId, apnsTeamId, apnsPrivateKey, apnsTopic, apnsUrl } = config;
    this.client = new OutboundClient({
      allow: config.outboundAllow,
      dnsServer: config.dnsServer,
      concurrencyPerOrigin: REQUESTS_PER_SERVICE,
    });
    this.fcm = fcmServiceAccount ? new FcmTransport({ account: parseServiceAccount(fcmServiceAccount) }) : undefined;
    this.apns =
      apnsKeyId && apnsTeamId && apnsPrivateKey && apnsTopic
        ? new ApnsTransport({
            key: { keyId: apnsKeyId, teamId: apnsTeamId, privateKey: apnsPrivateKey },
            topic: apnsTopic,
            url: apnsUrl,
          })
        : undefined;
  }

  /** What reaches a device of the tenant; undefined where nothing is set up for its platform. */
  async toDevice(
    tenantId: TenantId,
    environment: 'live' | 'test',
    device: PushDevice,
  ): Promise<PushTransport | undefined> {
    if (environment === 'test' && !this.isReal(device)) return this.sandbox;
    if (device.platform === 'android') return this.fcm;
    if (device.platform === 'ios') return this.apns;
    const vapid = await this.sites.vapidKeys(tenantId);
    return new WebPushTransport({ vapid, subject: this.config.pushSubject, client: this.client });
  }

  /** What reaches the followers of a topic; undefined where it is not set up. */
  toTopic(environment: 'live' | 'test'): TopicTransport | undefined {
    return environment === 'test' ? this.sandbox : this.fcm;
  }

  /** On a developer's machine browsers are written to for real, since that needs nobody's account. */
  private isReal(device: PushDevice): boolean {
    const isSubscription = device.platform === 'web' && device.token.startsWith('{');
    return isSubscription && !this.config.isProduction && sandboxOutcome(device) === 'taken';
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.sandbox.close(), this.fcm?.close(), this.apns?.close()]);
    this.client.close();
  }
}
