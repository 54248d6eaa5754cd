import { createECDH } from 'node:crypto';

/** The keys with which an application server signs its requests to push services (RFC 8292). */
export interface VapidKeys {
  /** The uncompressed point on P-256, base64url; pages subscribe with it. */
  publicKey: string;
  /** The scalar, base64url. It allows sending to every device that subscribed with the public key. */
  privateKey: string;
}

const CURVE = 'prime256v1';
const SCALAR_BYTES = 32;

/** A new key pair. Subscriptions depend on it: replacing it loses every subscribed device. */
export function generateVapidKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys('base64url');
  const scalar = pair.getPrivateKey();
  const padded = Buffer.concat([Buffer.alloc(SCALAR_BYTES - scalar.length), scalar]);
  return { publicKey, privateKey: padded.toString('base64url') };
}
