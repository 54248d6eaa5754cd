import { createECDH, createPrivateKey } from 'node:crypto';
import { InvalidCredential } from '../invalid-credential.js';
import { fingerprintOf } from '../private-key.js';

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

/** Validates a key pair that a user gave. Returns it with its fingerprint. @throws InvalidCredential */
export function parseVapidKeys({ publicKey, privateKey }: VapidKeys): { keys: VapidKeys; fingerprint: string } {
  const scalar = Buffer.from(privateKey, 'base64url');
  const point = scalar.length === SCALAR_BYTES ? pointOf(scalar) : undefined;
  if (!point) throw new InvalidCredential('PrivateKey', 'must be a private key on P-256: 32 bytes in base64url');
  if (!point.equals(Buffer.from(publicKey, 'base64url'))) {
    throw new InvalidCredential('PublicKey', 'must be the public key of PrivateKey: 65 bytes in base64url');
  }
  const [x, y, d] = [point.subarray(1, 1 + SCALAR_BYTES), point.subarray(1 + SCALAR_BYTES), scalar].map((bytes) =>
    bytes.toString('base64url'),
  );
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  const keys = { publicKey: point.toString('base64url'), privateKey: scalar.toString('base64url') };
  return { keys, fingerprint: fingerprintOf(key) };
}

/** The public point of a scalar; undefined if it is no private key of the curve. */
function pointOf(scalar: Buffer): Buffer | undefined {
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(scalar);
    return pair.getPublicKey();
  } catch {
    return undefined;
  }
}
