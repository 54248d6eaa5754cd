import { hkdfSync } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * The secret with which clients of Amazon's services sign for a key. It is derived at each call, so that of a key only the hash is
 * stored.
 * @param serviceSecret of the installation
 * @param hash SHA-256 (hex) of the key
 */
export function signingSecretOf(serviceSecret: string, hash: string, keyId: string): string {
  const salt = Buffer.from(hash, 'hex');
  return Buffer.from(hkdfSync('sha256', serviceSecret, salt, `sigv4:${keyId}`, SECRET_BYTES)).toString('base64');
}
