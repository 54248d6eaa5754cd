import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { newWebhookSecret } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const PURPOSE = 'webhook.secret';
const MAX_OPENED = 1_000;

/** How long the previous secret signs beside the present one. */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000;

export type SealedSecrets = Pick<WebhookEndpoint, 'secret' | 'previousSecret' | 'previousSecretUntil'>;

/** Makes the secrets of endpoints, and opens them for signing. */
@Injectable()
export class WebhookSecrets {
  private readonly opened = new LRUCache<string, string>({ max: MAX_OPENED });

  constructor(private readonly box: SecretBox) {}

  create(tenantId: TenantId): { plain: string; sealed: string } {
    const plain = newWebhookSecret();
    return { plain, sealed: this.box.seal(tenantId, PURPOSE, plain) };
  }

  /** The secrets that sign at `now`, the present one first. Throws what `SecretBox.open` throws. */
  signing(tenantId: TenantId, { secret, previousSecret, previousSecretUntil }: SealedSecrets, now: Date): string[] {
    const overlaps = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil;
    const sealed = overlaps ? [secret, previousSecret] : [secret];
    return sealed.map((text) => this.open(tenantId, text));
  }

  /** The secrets opened last are cached: one signs many deliveries. */
  private open(tenantId: TenantId, sealed: string): string {
    const key = `${tenantId} ${sealed}`;
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const plain = this.box.open(tenantId, PURPOSE, sealed);
    this.opened.set(key, plain);
    return plain;
  }
}
