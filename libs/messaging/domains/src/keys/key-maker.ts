import { Injectable } from '@nestjs/common';
import { generateDkimKeyPair, type DkimKeyType } from '#libs/mail/email';
import { randomHex, SecretBox } from '#libs/core/secrets';
import { DKIM_KEY_PURPOSE } from './dkim-key-cache.js';
import type { NewSigningKey } from './signing-key-repository.js';

/** Several tenants may claim one domain and publish in one zone, so selectors are random. */
const SELECTOR_BYTES = 5;
const SELECTOR_PREFIX: Record<DkimKeyType, string> = { 'rsa-2048': 'rsa', ed25519: 'ed' };

/**
 * Creates DKIM keys, one at a time: RSA takes about 100 ms of a thread, and signing needs the few threads too.
 */
@Injectable()
export class KeyMaker {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly secrets: SecretBox) {}

  /**
   * A key of each type, with random selectors. They do not sign yet.
   * @param owner the tenant, or the app for a key of its own
   */
  async make(owner: string, types: readonly DkimKeyType[]): Promise<NewSigningKey[]> {
    const made = this.last.then(() => this.makeNow(owner, types));
    this.last = made.catch(() => undefined);
    return made;
  }

  private async makeNow(owner: string, types: readonly DkimKeyType[]): Promise<NewSigningKey[]> {
    const keys: NewSigningKey[] = [];
    for (const algorithm of types) {
      const { privateKeyPem, publicKeyBase64 } = await generateDkimKeyPair(algorithm);
      keys.push({
        selector: `${SELECTOR_PREFIX[algorithm]}-${randomHex(SELECTOR_BYTES)}`,
        algorithm,
        privateKey: this.secrets.seal(owner, DKIM_KEY_PURPOSE, privateKeyPem),
        publicKey: publicKeyBase64,
        active: false,
      });
    }
    return keys;
  }
}
