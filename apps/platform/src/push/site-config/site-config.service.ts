import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { PushCredentials } from '../../push-credentials/push-credentials.service.js';
import type { SiteConfigResponse } from './dto/site.responses.js';
import { manifest } from './manifest.js';
import { PushSites } from './push-sites.service.js';
import { serviceWorker } from './service-worker.js';
import { SITE_DEVICES_PATH } from './site-settings.js';
import { snippet } from './snippet.js';

/** Settings that a web site needs for push messages to its visitors. */
@Injectable()
export class SiteConfigs {
  constructor(
    private readonly sites: PushSites,
    private readonly credentials: PushCredentials,
    private readonly config: PlatformConfig,
  ) {}

  /** Makes the key pair of the account when it is first called. */
  async get(tenant: { id: TenantId; name: string }, request: Request): Promise<SiteConfigResponse> {
    const site = await this.sites.get(tenant.id);
    const own = await this.credentials.findVapid(tenant.id);
    const { siteKey } = site;
    const { publicKey } = own ?? site;
    const apiBase = this.apiBase(request);
    const settings = { registerUrl: `${apiBase}/${SITE_DEVICES_PATH}`, siteKey, publicKey };
    return {
      PublicKey: publicKey,
      ApiBase: apiBase,
      Manifest: manifest(tenant.name),
      ServiceWorker: serviceWorker(settings),
      Snippet: snippet(settings),
    };
  }

  /** The public URL of the API: configured, else the one of this request. */
  private apiBase({ protocol, host }: Request): string {
    return this.config.publicUrl?.replace(/\/+$/, '') ?? `${protocol}://${host}`;
  }
}
