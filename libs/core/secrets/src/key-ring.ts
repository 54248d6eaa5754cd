import { createHash, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import { LRUCache } from 'lru-cache';

import { bindContext } from './context.js';
import { InvalidKeyRing, UnknownKeyId } from './errors.js';

const KEY_BYTES = 32;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Roughly 400 bytes an entry: 10,000 tenants in use at once cost 4 MB. */
const DERIVED_KEYS_KEPT = 10_000;

/** The use of a derived key. Keys of different uses are unrelated, even for the same tenant and purpose. */
export type KeyUse = 'seal' | 'index' | 'cursor' | 'mac';

/**
 * The master keys of the installation. The first is the current one, which seals new values; the others only open older
 * values.
 *
 * Callers get only keys derived from them (HKDF-SHA256, RFC 5869), see docs/decisions/0003-tenant-data-keys.md. Printing
 * a ring shows key ids only.
 */
export class KeyRing {
  readonly #masters: ReadonlyMap<string, KeyObject>;
  readonly #derived = new LRUCache<string, KeyObject>({ max: DERIVED_KEYS_KEPT });

  /** Id of the key under which new values are sealed. */
  readonly currentKeyId: string;

  /** All key ids, the current one first. */
  readonly keyIds: readonly string[];

  private constructor(masters: ReadonlyMap<string, KeyObject>, currentKeyId: string) {
    this.#masters = masters;
    this.currentKeyId = currentKeyId;
    this.keyIds = [...masters.keys()];
  }

  /**
   * Reads `<keyId>:<base64 of 32 bytes>[,<keyId>:<base64>…]`, the current key first.
   * @throws InvalidKeyRing without the configured text in its message
   */
  static fromConfig(text: string): KeyRing {
    const masters = new Map<string, KeyObject>();
    for (const [index, entry] of text.split(',').entries()) {
      const [keyId, key] = parseEntry(entry.trim(), index + 1);
      if (masters.has(keyId)) throw new InvalidKeyRing(`Master key ${index + 1} repeats the id ${keyId}`);
      masters.set(keyId, key);
    }
    const [currentKeyId = ''] = masters.keys();
    return new KeyRing(masters, currentKeyId);
  }

  /** A new random key as an entry of the configuration. */
  static generate(keyId: string): string {
    if (!KEY_ID.test(keyId)) throw new InvalidKeyRing('A key id is 1 to 32 letters, digits, "_" or "-"');
    return `${keyId}:${randomBytes(KEY_BYTES).toString('base64')}`;
  }

  has(keyId: string): boolean {
    return this.#masters.has(keyId);
  }

  /** The key for one use and context (tenant, purpose); derived once and cached. @throws UnknownKeyId */
  derive(keyId: string, use: KeyUse, first: string, second = ''): KeyObject {
    // The length keeps ('ab', 'c') and ('a', 'bc') apart without building the binary context on every call.
    const name = `${use} ${keyId} ${first.length} ${first} ${second}`;
    const known = this.#derived.get(name);
    if (known) return known;
    const key = this.#deriveNow(keyId, use, first, second);
    this.#derived.set(name, key);
    return key;
  }

  #deriveNow(keyId: string, use: KeyUse, first: string, second: string): KeyObject {
    const master = this.#masters.get(keyId);
    if (!master) throw new UnknownKeyId(keyId);
    const info = bindContext('service-data-key', use, keyId, first, second);
    return createSecretKey(Buffer.from(hkdfSync('sha256', master, '', info, KEY_BYTES)));
  }

  /** Tells a key from another without saying anything about it. @throws UnknownKeyId */
  fingerprint(keyId: string): string {
    return createHash('sha256')
      .update(this.derive(keyId, 'mac', 'fingerprint').export())
      .digest('hex')
      .slice(0, 16);
  }

  toJSON(): object {
    return { keyIds: this.keyIds };
  }

  [inspect.custom](): string {
    return `KeyRing(${this.keyIds.join(', ')})`;
  }
}

function parseEntry(entry: string, position: number): [string, KeyObject] {
  const colon = entry.indexOf(':');
  const keyId = entry.slice(0, Math.max(colon, 0));
  if (!KEY_ID.test(keyId)) {
    throw new InvalidKeyRing(
      `Master key ${position} must be <keyId>:<base64 of 32 bytes>, the id of 1 to 32 of A-Za-z0-9_-`,
    );
  }
  return [keyId, createSecretKey(decodeKey(entry.slice(colon + 1), keyId))];
}

function decodeKey(text: string, keyId: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  // Node skips invalid characters, so a damaged key would silently become another key.
  const exact = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  if (!exact || bytes.length !== KEY_BYTES) {
    throw new InvalidKeyRing(`Master key ${keyId} must be the base64 of exactly ${KEY_BYTES} bytes`);
  }
  return bytes;
}
