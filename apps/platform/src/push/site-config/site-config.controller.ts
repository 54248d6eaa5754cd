import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { currentTenant, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { PushCredentials } from '../credentials/push-credentials.service.js';
import { PlatformConfig } from '../../config.js';
import { SiteConfigResponse } from './dto/site.responses.js';
import { manifest } from './manifest.js';
import { PushSites } from './push-sites.service.js';
import { serviceWorker } from './service-worker.js';
import { SITE_DEVICES_PATH } from './site-settings.js';
import { snippet } from './snippet.js';

@ApiTags('Push')
@Controller('api/push/site-config')
export class SiteConfigController {
  constructor(
    private readonly sites: PushSites,
    private readonly credentials: PushCredentials,
    private readonly config: PlatformConfig,
  ) {}

  @Get()
  // The first call creates the keys, which a read-only support session may not.
  @Session({ support: 'none' })
  @Operation({
    summary: 'What a web site needs for push messages to its visitors',
    description:
      'Makes the key pair of the account when it is first called. PublicKey is that of /api/push/credentials, if one is set.',
    success: { status: 200, type: SiteConfigResponse },
  })
  async read(@Req() request: Request): Promise<SiteConfigResponse> {
    const tenant = currentTenant();
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
