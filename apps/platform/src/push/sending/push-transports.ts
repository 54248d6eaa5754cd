import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient } from '#libs/outbound';
import type { TenantId } from '#libs/persistence';
import {
  ApnsTransport,
  FcmTransport,
  parseServiceAccount,
  SandboxPushTransport,
  WebPushTransport,
  type PushPlatform,
  type PushTransport,
  type TopicTransport,
} from '#libs/push';
import { PlatformConfig } from '../../config.js';
import { PushSites } from '../site-config/push-sites.service.js';

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
    this.client = new OutboundClient({ allow: config.outboundAllow, dnsServer: config.dnsServer });
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
    platform: PushPlatform,
  ): Promise<PushTransport | undefined> {
    if (environment === 'test') return this.sandbox;
    if (platform === 'android') return this.fcm;
    if (platform === 'ios') return this.apns;
    const vapid = await this.sites.vapidKeys(tenantId);
    return new WebPushTransport({ vapid, subject: this.config.pushSubject, client: this.client });
  }

  /** What reaches the followers of a topic; undefined where it is not set up. */
  toTopic(environment: 'live' | 'test'): TopicTransport | undefined {
    return environment === 'test' ? this.sandbox : this.fcm;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.sandbox.close(), this.fcm?.close(), this.apns?.close()]);
    this.client.close();
  }
}
