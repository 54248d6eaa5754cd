import { importPKCS8, SignJWT } from 'jose';
import { PushFailure } from '../failure.js';

/** A key for APNs as Apple gives it out. */
export interface ApnsKey {
  /** Ten characters; names the key. */
  keyId: string;
  /** Ten characters; names the developer team. */
  teamId: string;
  /** The .p8 file: PKCS #8, PEM, P-256. */
  privateKey: string;
}

const ALGORITHM = 'ES256';

/** APNs takes a token for 60 minutes, and counts it as abuse when a new one comes within 20. */
const RENEW_AFTER_MS = 50 * 60_000;
const SPARE_RENEWAL_MS = 20 * 60_000;

/** The signed token by which APNs knows who sends. One is used by everybody until it is due. */
export class ProviderTokens {
  #token?: Promise<string>;
  #madeAt = 0;

  constructor(
    private readonly key: ApnsKey,
    private readonly now: () => number,
  ) {}

  /** Rejects with a temporary `PushFailure` when the key cannot sign. */
  current(): Promise<string> {
    if (!this.#token || this.now() - this.#madeAt >= RENEW_AFTER_MS) this.#renew();
    return this.#token!;
  }

  /** After APNs called the token expired: makes another one, unless the present one is too young for that. */
  renewIfOld(): boolean {
    if (this.now() - this.#madeAt < SPARE_RENEWAL_MS) return false;
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
      const key = await importPKCS8(privateKey, ALGORITHM);
      const token = new SignJWT().setProtectedHeader({ alg: ALGORITHM, kid: keyId });
      return await token.setIssuer(teamId).setIssuedAt(issuedAt).sign(key);
    } catch (cause) {
      throw PushFailure.unreachable('The key for APNs cannot sign', cause);
    }
  }
}
