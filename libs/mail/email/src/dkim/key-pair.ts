import { createPublicKey, generateKeyPair } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

export type DkimKeyType = 'rsa-2048' | 'ed25519';

export interface DkimKeyPair {
  type: DkimKeyType;
  /** PKCS #8; a secret. */
  privateKeyPem: string;
  /** The `p=` of the record: SubjectPublicKeyInfo for RSA (RFC 6376 section 3.6.1), the bare 32 bytes for Ed25519 (RFC 8463). */
  publicKeyBase64: string;
}

const generate = promisify(generateKeyPair);

/** Makes a key pair on libuv's threads; RSA takes some 100 ms. */
export async function generateDkimKeyPair(type: DkimKeyType): Promise<DkimKeyPair> {
  const { privateKey } = await (type === 'ed25519'
    ? generate('ed25519', undefined)
    : generate('rsa', { modulusLength: 2048 }));
  return {
    type,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKeyBase64: publicKeyBase64(privateKey),
  };
}

/** The `p=` value that belongs to a private key. */
function publicKeyBase64(privateKey: KeyObject): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  // RFC 8410: the key is the last 32 bytes of its SubjectPublicKeyInfo.
  return (privateKey.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64');
}

/** The value of the TXT record (RFC 6376 section 3.6.1); a DNS server splits it into strings of 255 octets. */
export function dkimRecord({ type, publicKeyBase64: key }: Pick<DkimKeyPair, 'type' | 'publicKeyBase64'>): string {
  return `v=DKIM1; k=${type === 'ed25519' ? 'ed25519' : 'rsa'}; p=${key}`;
}

/** The name of that TXT record. */
export function dkimRecordName(domain: string, selector: string): string {
  return `${selector}._domainkey.${domain}`;
}
