import { createECDH } from 'node:crypto';

/** The identity of an application server (RFC 8292), by which push services know whose messages they take. */
export interface VapidKeys {
  /** The uncompressed point on P-256, base64url: what a page subscribes with. */
  publicKey: string;
  /** The scalar, base64url. Whoever has it can write to every device that subscribed with the public key. */
  privateKey: string;
}

const CURVE = 'prime256v1';
const SCALAR_BYTES = 32;

/** A new key pair. Devices subscribe to one for good: replacing it loses every one of them. */
export function generateVapidKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys('base64url');
  const scalar = pair.getPrivateKey();
  const padded = Buffer.concat([Buffer.alloc(SCALAR_BYTES - scalar.length), scalar]);
  return { publicKey, privateKey: padded.toString('base64url') };
}
