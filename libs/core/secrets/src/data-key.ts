import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { decrypt, encrypt } from './aead.js';
import { bindContext } from './context.js';
import { BrokenSeal } from './errors.js';

const KEY_BYTES = 32;

/**
 * A random key of 32 bytes that is stored sealed: by a {@link SecretBox}, or by another data key. Destroying all copies of
 * it makes what it sealed unreadable, also in backups.
 *
 * `purpose` names the value, such as `email`. A value opens only for the purpose that it was sealed for.
 */
export class DataKey {
  readonly #bytes: Buffer;
  readonly #sealing: KeyObject;
  readonly #indexing = new Map<string, KeyObject>();

  private constructor(bytes: Buffer) {
    if (bytes.length !== KEY_BYTES) throw new BrokenSeal();
    this.#bytes = bytes;
    this.#sealing = createSecretKey(bytes);
  }

  static generate(): DataKey {
    return new DataKey(randomBytes(KEY_BYTES));
  }

  /** The key of these bytes, as {@link exportBytes} gave them. @throws BrokenSeal unless they are 32 */
  static fromBytes(bytes: Buffer): DataKey {
    return new DataKey(bytes);
  }

  /** The bytes of the key, to be stored sealed. */
  exportBytes(): Buffer {
    return this.#bytes;
  }

  /** Seals a value with AES-256-GCM as nonce (12 bytes), tag (16 bytes) and ciphertext. Two seals of one value differ. */
  seal(purpose: string, plain: string | Buffer): Buffer {
    return encrypt(this.#sealing, bindContext('data-key', purpose), plain);
  }

  /** The sealed value as a string. @throws BrokenSeal */
  open(purpose: string, sealed: Buffer): string {
    return this.openBytes(purpose, sealed).toString('utf8');
  }

  /** The sealed value as bytes. @throws BrokenSeal */
  openBytes(purpose: string, sealed: Buffer): Buffer {
    const plain = decrypt(this.#sealing, bindContext('data-key', purpose), sealed);
    if (!plain) throw new BrokenSeal();
    return plain;
  }

  /**
   * 32 bytes for finding equal values without storing them (HMAC-SHA256 under a key derived by HKDF, RFC 5869). Normalise
   * the value first: only equal bytes match.
   */
  blindIndex(purpose: string, value: string): Buffer {
    return createHmac('sha256', this.#indexKey(purpose)).update(value, 'utf8').digest();
  }

  #indexKey(purpose: string): KeyObject {
    const known = this.#indexing.get(purpose);
    if (known) return known;
    const info = bindContext('data-key', 'index', purpose);
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#bytes, '', info, KEY_BYTES)));
    this.#indexing.set(purpose, key);
    return key;
  }

  toJSON(): string {
    return '[data key]';
  }

  [inspect.custom](): string {
    return 'DataKey';
  }
}
