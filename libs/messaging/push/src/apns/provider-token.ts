import type * as Jose from 'jose';
import { lazyPackage } from '#libs/core/process';
import { PushFailure } from '../failure.js';

/** A key for APNs. */
export interface ApnsKey {
  /** Ten characters. */
  keyId: string;
  /** Ten characters: the developer team. */
  teamId: string;
  /** The .p8 file: PKCS #8, PEM, P-256. */
  privateKey: string;
}

const jose = lazyPackage<typeof Jose>('jose');
const ALGORITHM = 'ES256';

/** APNs accepts a token for 60 minutes, and treats a new one within 20 minutes as abuse. */
const RENEW_AFTER_MS = 50 * 60_000;
const MIN_RENEWAL_INTERVAL_MS = 20 * 60_000;

/** The signed token that authenticates us to APNs, shared by all requests until it is renewed. */
export class ProviderTokens {
  #token?: Promise<string>;
  #madeAt = 0;

  constructor(
    private readonly key: ApnsKey,
    private readonly now: () => number,
  ) {}

  /** @throws PushFailure (temporary) if the key cannot sign */
  current(): Promise<string> {
    if (!this.#token || this.now() - this.#madeAt >= RENEW_AFTER_MS) this.#renew();
    return this.#token!;
  }

  /** Renews a token that APNs called expired; false if the last renewal is less than 20 minutes ago. */
  renewIfOld(): boolean {
    if (this.now() - this.#madeAt < MIN_RENEWAL_INTERVAL_MS) return false;
    this.#renew();
    return true;
  }

  #renew(): void {
    this.#madeAt = this.now();
    this.#token = this.#sign(Math.floor(this.#madeAt / 1_000));
    this.#token.catch(() => (this.#token = undefined));
  }

  async #sign(issuedAt: number): Promise<string> {
    const { keyId, teamId, privateKey } = this.key;
    try {
      const key = await jose().importPKCS8(privateKey, ALGORITHM);
      const token = new (jose().SignJWT)().setProtectedHeader({ alg: ALGORITHM, kid: keyId });
      return await token.setIssuer(teamId).setIssuedAt(issuedAt).sign(key);
    } catch (cause) {
      throw PushFailure.unreachable('The key for APNs cannot sign', cause);
    }
  }
}
