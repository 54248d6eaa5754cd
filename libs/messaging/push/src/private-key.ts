import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** A private key from PEM; undefined if the text is none, or needs a passphrase. */
export function parsePrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    // The error may quote the text.
    return undefined;
  }
}

export const toPkcs8 = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }) as string;

/** SHA-256 of the public key (SubjectPublicKeyInfo, DER), 64 hexadecimal digits: tells keys apart and reveals nothing. */
export function fingerprintOf(privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return createHash('sha256').update(publicKey).digest('hex');
}
