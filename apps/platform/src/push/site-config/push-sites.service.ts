import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, type TenantId } from '#libs/persistence';
import { generateVapidKeys, type VapidKeys } from '#libs/push';
import { randomToken, SecretBox } from '#libs/secrets';
import type { PushSite } from './push-site.js';
import { PushSiteRepository } from './push-site.repository.js';

/** What a VAPID private key is sealed for. */
const PURPOSE = 'push.vapid';

const SITE_KEY_BYTES = 24;
const OPENED_KEYS_MAX = 10_000;

/** The web push side of each tenant: one key pair, made when it is first asked for and kept for good. */
@Injectable()
export class PushSites {
  private readonly opened = new LRUCache<TenantId, VapidKeys>({ max: OPENED_KEYS_MAX });

  constructor(
    private readonly database: Database,
    private readonly sites: PushSiteRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** Of callers that come at once, one makes the keys and all get the same. */
  async of(tenantId: TenantId): Promise<PushSite> {
    return this.database.tenant(tenantId, async (tx) => {
      const known = await this.sites.find(tx, tenantId);
      if (known) return known;
      await this.sites.insert(tx, tenantId, this.newSite(tenantId));
      const site = await this.sites.find(tx, tenantId);
      if (!site) throw new Error('A push site that was just stored is not there');
      return site;
    });
  }

  /** The pair that the tenant's messages to browsers are signed with. It never changes, so it is kept in memory. */
  async vapidKeys(tenantId: TenantId): Promise<VapidKeys> {
    const known = this.opened.get(tenantId);
    if (known) return known;
    const { publicKey, privateKey } = await this.of(tenantId);
    const keys = { publicKey, privateKey: this.secrets.open(tenantId, PURPOSE, privateKey) };
    this.opened.set(tenantId, keys);
    return keys;
  }

  tenantOf(siteKey: string): Promise<TenantId | undefined> {
    return this.sites.tenantOf(siteKey);
  }

  private newSite(tenantId: TenantId): PushSite {
    const { publicKey, privateKey } = generateVapidKeys();
    return {
      siteKey: randomToken(SITE_KEY_BYTES),
      publicKey,
      privateKey: this.secrets.seal(tenantId, PURPOSE, privateKey),
    };
  }
}
