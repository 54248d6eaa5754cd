import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { newWebhookSecret } from '#libs/outbound';
import type { TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';

const PURPOSE = 'webhook.secret';
const OPENED_KEPT = 1_000;

/** How long the secret before the present one goes on signing beside it (milliseconds). */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000;

/** An endpoint's secrets as its row holds them. */
export interface SealedSecrets {
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

/** Makes the secrets of endpoints, and opens them for signing. */
@Injectable()
export class WebhookSecrets {
  private readonly opened = new LRUCache<string, string>({ max: OPENED_KEPT });

  constructor(private readonly box: SecretBox) {}

  create(tenantId: TenantId): { plain: string; sealed: string } {
    const plain = newWebhookSecret();
    return { plain, sealed: this.box.seal(tenantId, PURPOSE, plain) };
  }

  /** The secrets that sign at this moment, the present one first. Throws what `SecretBox.open` throws. */
  signing(tenantId: TenantId, { secret, previousSecret, previousSecretUntil }: SealedSecrets, now: Date): string[] {
    const overlaps = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil;
    const sealed = overlaps ? [secret, previousSecret] : [secret];
    return sealed.map((text) => this.open(tenantId, text));
  }

  /** An endpoint's secret signs delivery after delivery, so those opened last stay open for a while. */
  private open(tenantId: TenantId, sealed: string): string {
    const key = `${tenantId} ${sealed}`;
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const plain = this.box.open(tenantId, PURPOSE, sealed);
    this.opened.set(key, plain);
    return plain;
  }
}
