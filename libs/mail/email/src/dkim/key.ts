import type { Buffer } from 'node:buffer';
import { createHash, createPrivateKey, sign as cryptoSign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { domainToASCII } from 'node:url';

export type DkimAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

export interface DkimKeyOptions {
  /** The signing domain (`d=`); an internationalised one is converted. */
  domain: string;
  /** The selector (`s=`): the key's record is at `<selector>._domainkey.<domain>`. */
  selector: string;
  /** PKCS #8 or PKCS #1 PEM, or a key already parsed: RSA of at least 1024 bits (RFC 8301), or Ed25519. */
  privateKey: string | KeyObject;
}

const LABELS = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?)*$/;

/**
 * A key of one domain and selector. Create one object per key and reuse it: parsing a PEM costs several times as much as
 * an Ed25519 signature. @throws TypeError for an unsupported key or an invalid domain or selector
 */
export class DkimKey {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: DkimAlgorithm;
  readonly #key: KeyObject;

  constructor({ domain, selector, privateKey }: DkimKeyOptions) {
    this.domain = domainToASCII(domain.toLowerCase());
    this.selector = selector.toLowerCase();
    if (!LABELS.test(this.domain)) throw new TypeError('the signing domain is not a domain name');
    if (!LABELS.test(this.selector)) throw new TypeError('the selector is not a domain name');
    this.#key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
    this.algorithm = algorithmOf(this.#key);
  }

  /** The private key, PKCS #8, for a package that signs by itself; a secret. */
  exportPem(): string {
    return this.#key.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** The signature over canonicalised headers, in base64; computed off the event loop, on libuv's threads. */
  sign(data: Buffer): Promise<string> {
    // RFC 8463 section 3: Ed25519 signs the SHA-256 hash, where RSA hashes what it signs.
    const isRsa = this.algorithm === 'rsa-sha256';
    const input = isRsa ? data : createHash('sha256').update(data).digest();
    return new Promise((resolve, reject) => {
      cryptoSign(isRsa ? 'sha256' : null, input, this.#key, (error, signature) => {
        if (error) reject(error);
        else resolve(signature.toString('base64'));
      });
    });
  }
}

function algorithmOf(key: KeyObject): DkimAlgorithm {
  if (key.type !== 'private') throw new TypeError('DKIM signs with a private key');
  if (key.asymmetricKeyType === 'ed25519') return 'ed25519-sha256';
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('DKIM keys are RSA or Ed25519');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
    throw new TypeError('RSA keys under 1024 bits verify nowhere');
  return 'rsa-sha256';
}
