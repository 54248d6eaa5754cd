import type * as Jose from 'jose';
import type { Dispatcher } from 'undici';
import { lazyPackage } from '#libs/core/process';
import { retryAfterMs } from '#libs/core/outbound';
import { PushFailure } from '../failure.js';
import { post } from './http.js';
import type { ServiceAccount } from './service-account.js';

const jose = lazyPackage<typeof Jose>('jose');
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ALGORITHM = 'RS256';
const ASSERTION_SECONDS = 3_600;

/** A token is not used in its last minute: it must still be valid when it arrives. */
const EXPIRY_MARGIN_MS = 60_000;

interface Token {
  text: string;
  usableUntil: number;
}

/**
 * Access tokens of a service account (RFC 7523). Fetched on first use, with one request for all waiting callers, and
 * used until a minute before they expire.
 */
export class AccessTokens {
  #token?: Token;
  #fetching?: Promise<Token>;

  constructor(
    private readonly account: ServiceAccount,
    private readonly dispatcher: Dispatcher,
    private readonly timeoutMs: number,
    private readonly now: () => number,
    private readonly tokenUrl: string = account.tokenUri,
  ) {}

  /** A valid token. @throws PushFailure (temporary) if there is none */
  async current(): Promise<string> {
    if (this.#token && this.now() < this.#token.usableUntil) return this.#token.text;
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined));
    this.#token = await this.#fetching;
    return this.#token.text;
  }

  /** Drops a token that was rejected, unless a newer one was fetched meanwhile. */
  forget(token: string): void {
    if (this.#token?.text === token) this.#token = undefined;
  }

  async #fetch(): Promise<Token> {
    const { status, headers, body } = await post(this.tokenUrl, {
      dispatcher: this.dispatcher,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion: await this.#assertion() }).toString(),
      timeoutMs: this.timeoutMs,
    });
    const { access_token: text, expires_in: seconds } = body;
    if (status !== 200 || typeof text !== 'string') {
      throw new PushFailure(`Google's token service answered ${status} ${String(body['error'] ?? '')}`.trim(), {
        kind: 'temporary',
        code: String(status),
        refusesCredential: status === 400 || status === 401 || status === 403,
        retryAfterMs: retryAfterMs(headers['retry-after']),
      });
    }
    const lifeMs = typeof seconds === 'number' ? seconds * 1_000 : 0;
    return { text, usableUntil: this.now() + lifeMs - EXPIRY_MARGIN_MS };
  }

  async #assertion(): Promise<string> {
    const { clientEmail, privateKey, tokenUri } = this.account;
    const issuedAt = Math.floor(this.now() / 1_000);
    const key = await jose()
      .importPKCS8(privateKey, ALGORITHM)
      .catch((cause: unknown) => {
        throw PushFailure.unreachable('The private key of the service account cannot be used', cause);
      });
    return new (jose().SignJWT)({ scope: SCOPE })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ASSERTION_SECONDS)
      .sign(key);
  }
}
