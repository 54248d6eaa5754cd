import { createCipheriv, createDecipheriv, randomFillSync, type KeyObject } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_PER_FILL = 256;

/** Bytes that sealing adds to the plaintext. */
export const AEAD_OVERHEAD = NONCE_BYTES + TAG_BYTES;

// Filled in batches: a call of the system's random generator costs more than encrypting a short value.
const nonces = Buffer.allocUnsafeSlow(NONCE_BYTES * NONCES_PER_FILL);
let used = nonces.length;

function nextNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  return nonces.subarray(used, (used += NONCE_BYTES));
}

/** AES-256-GCM (NIST SP 800-38D) with a random nonce: nonce, tag and ciphertext in one buffer. */
export function encrypt(key: KeyObject, context: Buffer, plain: Buffer | string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(context);
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  const rest = cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body, rest]);
}

/** The plaintext; undefined if the bytes, the key or the context differ from those of `encrypt`. */
export function decrypt(key: KeyObject, context: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < AEAD_OVERHEAD) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(context).setAuthTag(sealed.subarray(NONCE_BYTES, AEAD_OVERHEAD));
  const body = decipher.update(sealed.subarray(AEAD_OVERHEAD));
  try {
    decipher.final();
    return body;
  } catch {
    return undefined;
  }
}
