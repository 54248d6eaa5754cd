import { Injectable } from '@nestjs/common';
import { generateDkimKeyPair, type DkimKeyType } from '#libs/email';
import type { TenantId } from '#libs/persistence';
import { randomHex, SecretBox } from '#libs/secrets';
import type { NewDomainKey } from './domain-key.repository.js';
import { DKIM_KEY_PURPOSE } from './domain-signing-keys.js';

/** What each domain signs with: RSA, which every receiver knows, and Ed25519, which is small. */
export const KEY_TYPES: readonly DkimKeyType[] = ['rsa-2048', 'ed25519'];

/** Tenants that claim one domain publish in one zone, so their selectors are told apart by chance. */
const SELECTOR_BYTES = 5;
const SELECTOR_PREFIX: Record<DkimKeyType, string> = { 'rsa-2048': 'rsa', ed25519: 'ed' };

/**
 * Makes DKIM keys, one at a time: RSA takes some 100 ms of a thread, of which there are few, and what is signed
 * meanwhile needs them too.
 */
@Injectable()
export class KeyMaker {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly secrets: SecretBox) {}

  /** A key for each type, with selectors of their own. They do not sign yet. */
  async make(tenantId: TenantId, types: readonly DkimKeyType[]): Promise<NewDomainKey[]> {
    const made = this.last.then(() => this.makeNow(tenantId, types));
    this.last = made.catch(() => undefined);
    return made;
  }

  private async makeNow(tenantId: TenantId, types: readonly DkimKeyType[]): Promise<NewDomainKey[]> {
    const keys: NewDomainKey[] = [];
    for (const algorithm of types) {
      const { privateKeyPem, publicKeyBase64 } = await generateDkimKeyPair(algorithm);
      keys.push({
        selector: `${SELECTOR_PREFIX[algorithm]}-${randomHex(SELECTOR_BYTES)}`,
        algorithm,
        privateKey: this.secrets.seal(tenantId, DKIM_KEY_PURPOSE, privateKeyPem),
        publicKey: publicKeyBase64,
        active: false,
      });
    }
    return keys;
  }
}
