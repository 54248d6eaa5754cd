import { createHmac } from 'node:crypto';

import { decrypt, encrypt } from './aead.js';
import { decodeExactly } from './base64url.js';
import { bindContext } from './context.js';
import { openCursor, sealCursor } from './cursor.js';
import { BrokenSeal, UnknownKeyId } from './errors.js';
import type { KeyRing } from './key-ring.js';
import { computeMac, isMacOf } from './message-mac.js';

const VERSION = 'v1';

/** A shorter truncated MAC could be guessed. */
const SHORTEST_MAC_BYTES = 10;

/**
 * Encryption at rest, blind indexes, sealed cursors and MACs, all under the master keys of one ring.
 *
 * `purpose` names the value, such as `webhook.secret` or `crm.contact.email`. A value opens only for the tenant and the
 * purpose that it was sealed for, so a row copied to another tenant or column does not open.
 */
export class SecretBox {
  constructor(private readonly keys: KeyRing) {}

  /**
   * Seals a value with AES-256-GCM as `v1.<key id>.<base64url of nonce (12 bytes), tag (16 bytes), ciphertext>`. Two seals
   * of one value differ. A string is sealed as UTF-8.
   */
  seal(tenantId: string, purpose: string, plain: string | Buffer): string {
    const keyId = this.keys.currentKeyId;
    const sealed = encrypt(this.#dataKey(keyId, tenantId, purpose), context(keyId, tenantId, purpose), plain);
    return `${VERSION}.${keyId}.${sealed.toString('base64url')}`;
  }

  /** The sealed value as a string. @throws UnknownKeyId, BrokenSeal */
  open(tenantId: string, purpose: string, sealed: string): string {
    return this.openBytes(tenantId, purpose, sealed).toString('utf8');
  }

  /** The sealed value as bytes. @throws UnknownKeyId, BrokenSeal */
  openBytes(tenantId: string, purpose: string, sealed: string): Buffer {
    const { keyId, bytes } = parse(sealed);
    if (!this.keys.has(keyId)) throw new UnknownKeyId(keyId);
    const plain = decrypt(this.#dataKey(keyId, tenantId, purpose), context(keyId, tenantId, purpose), bytes);
    if (!plain) throw new BrokenSeal();
    return plain;
  }

  /** Whether the text was sealed under a key that is not the current one. @throws BrokenSeal */
  needsReseal(sealed: string): boolean {
    return parse(sealed).keyId !== this.keys.currentKeyId;
  }

  /** Seals the same value under the current key. @throws UnknownKeyId, BrokenSeal */
  reseal(tenantId: string, purpose: string, sealed: string): string {
    return this.seal(tenantId, purpose, this.openBytes(tenantId, purpose, sealed));
  }

  /**
   * 32 bytes for finding equal values of one tenant and purpose without storing them (HMAC-SHA256). Normalise the value
   * first (case, spaces, E.164): only equal bytes match. Uses the current master key; after a rotation, search with
   * `blindIndexes` until all rows are rewritten.
   */
  blindIndex(tenantId: string, purpose: string, value: string): Buffer {
    return this.#index(this.keys.currentKeyId, tenantId, purpose, value);
  }

  /** The blind index under each configured master key, the current one first; for `WHERE column = ANY ($1)`. */
  blindIndexes(tenantId: string, purpose: string, value: string): Buffer[] {
    return this.keys.keyIds.map((keyId) => this.#index(keyId, tenantId, purpose, value));
  }

  /**
   * Encrypts `data` (any JSON) into an opaque text for a client. `purpose` names the list, and everything else that must
   * be the same when the cursor comes back, such as the tenant and the sort order.
   */
  sealCursor(purpose: string, data: unknown): string {
    return sealCursor(this.keys, purpose, data);
  }

  /** The data of a cursor; null if it was altered, has another purpose, or its key is not configured. Never throws. */
  openCursor(purpose: string, cursor: string): unknown {
    return openCursor(this.keys, purpose, cursor);
  }

  /**
   * 32 bytes (HMAC-SHA256) that only this installation can compute for these parts and this purpose, to authenticate a
   * link or an address. May be truncated to 10 bytes or more.
   */
  mac(purpose: string, ...parts: string[]): Buffer {
    return computeMac(this.keys, this.keys.currentKeyId, purpose, parts);
  }

  /** Whether `mac`, whole or truncated, belongs to these parts, under the current or an older master key. */
  verifyMac(purpose: string, mac: Buffer, ...parts: string[]): boolean {
    return isMacOf(this.keys, purpose, mac, parts, SHORTEST_MAC_BYTES);
  }

  #dataKey(keyId: string, tenantId: string, purpose: string) {
    return this.keys.derive(keyId, 'seal', tenantId, purpose);
  }

  #index(keyId: string, tenantId: string, purpose: string, value: string): Buffer {
    return createHmac('sha256', this.keys.derive(keyId, 'index', tenantId, purpose))
      .update(value, 'utf8')
      .digest();
  }
}

function context(keyId: string, tenantId: string, purpose: string): Buffer {
  return bindContext(VERSION, keyId, tenantId, purpose);
}

function parse(sealed: string): { keyId: string; bytes: Buffer } {
  const [version, keyId, body, ...more] = sealed.split('.');
  if (version !== VERSION || !keyId || body === undefined || more.length > 0) throw new BrokenSeal();
  const bytes = decodeExactly(body);
  if (!bytes) throw new BrokenSeal();
  return { keyId, bytes };
}
