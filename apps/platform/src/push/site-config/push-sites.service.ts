import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, type TenantId } from '#libs/core/persistence';
import { generateVapidKeys, type VapidKeys } from '#libs/messaging/push';
import { randomToken, SecretBox } from '#libs/core/secrets';
import type { PushSite } from './push-site.entity.js';
import { PushSiteRepository, type NewPushSite } from './push-site.repository.js';

/** The purpose under which a VAPID private key is sealed. */
const PURPOSE = 'push.vapid';

const SITE_KEY_BYTES = 24;
const OPENED_KEYS_MAX = 10_000;

/** The web push site of each tenant: one key pair, created at its first use. It never changes. */
@Injectable()
export class PushSites {
  private readonly opened = new LRUCache<TenantId, VapidKeys>({ max: OPENED_KEYS_MAX });

  constructor(
    private readonly database: Database,
    private readonly sites: PushSiteRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** The tenant's site, created at its first use. Concurrent calls get the same keys. */
  async get(tenantId: TenantId): Promise<PushSite> {
    return this.database.tenant(tenantId, async (tx) => {
      const known = await this.sites.find(tx, tenantId);
      if (known) return known;
      await this.sites.insert(tx, tenantId, this.newSite(tenantId));
      const site = await this.sites.find(tx, tenantId);
      if (!site) throw new Error('A push site that was just inserted is absent');
      return site;
    });
  }

  /** The key pair that signs the tenant's messages to browsers. It never changes, so it is cached. */
  async vapidKeys(tenantId: TenantId): Promise<VapidKeys> {
    const known = this.opened.get(tenantId);
    if (known) return known;
    const { publicKey, privateKey } = await this.get(tenantId);
    const keys = { publicKey, privateKey: this.secrets.open(tenantId, PURPOSE, privateKey) };
    this.opened.set(tenantId, keys);
    return keys;
  }

  /** The tenant of a site; undefined for an unknown key. */
  async findTenant(siteKey: string): Promise<TenantId | undefined> {
    return this.database.system((tx) => this.sites.findTenant(tx, siteKey));
  }

  private newSite(tenantId: TenantId): NewPushSite {
    const { publicKey, privateKey } = generateVapidKeys();
    return {
      siteKey: randomToken(SITE_KEY_BYTES),
      publicKey,
      privateKey: this.secrets.seal(tenantId, PURPOSE, privateKey),
    };
  }
}
