import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type * as Undici from 'undici';
import { Problem } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';
import { runningDeadline } from '../identity/running-deadline.js';

/** The public keys of session tokens. */
export abstract class SigningKeys {
  abstract readonly issuer: string;
  /** The key that a token names. @throws Problem AuthorizationError, ServiceUnavailable */
  abstract keyFor(token: string): Promise<KeyObject>;
}

const TIMEOUT_MS = 3_000;
/** Shortest interval between two fetches for unknown key ids. */
const REFETCH_AFTER_MS = 5_000;
/** Age of the keys after which they are fetched again, in the background: retired keys lose their trust. */
const REFRESH_AFTER_MS = 300_000;
/** A process at rest fetches no keys. */
const undici = lazyPackage<typeof Undici>('undici');

/** Identity's JWKS, fetched when a token names an unknown key. */
export class RemoteSigningKeys extends SigningKeys {
  private keys = new Map<string, KeyObject>();
  private fetchedAt = 0;
  private pending: Promise<void> | undefined;

  constructor(
    private readonly identityUrl: string,
    readonly issuer: string,
  ) {
    super();
  }

  async keyFor(token: string): Promise<KeyObject> {
    const kid = keyIdOf(token);
    const known = this.keys.get(kid);
    if (known) {
      if (Date.now() - this.fetchedAt > REFRESH_AFTER_MS) this.refreshOnce().catch(() => undefined);
      return known;
    }
    if (Date.now() - this.fetchedAt > REFETCH_AFTER_MS) await this.refreshOnce();
    const fetched = this.keys.get(kid);
    if (!fetched) throw invalidToken();
    return fetched;
  }

  private refreshOnce(): Promise<void> {
    return (this.pending ??= this.refresh());
  }

  private async refresh(): Promise<void> {
    try {
      const response = await undici().request(new URL('/.well-known/jwks.json', this.identityUrl), {
        signal: runningDeadline(TIMEOUT_MS),
      });
      const { keys } = (await response.body.json()) as { keys: (JsonWebKey & { kid: string })[] };
      this.keys = new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
      this.fetchedAt = Date.now();
    } catch (cause) {
      throw new Problem('ServiceUnavailable', { message: 'The identity service does not answer', cause });
    } finally {
      this.pending = undefined;
    }
  }
}

/** Accepted types (RFC 8725, 3.11; RFC 9068): other kinds of tokens are signed with the same keys. */
const TOKEN_TYPES: readonly unknown[] = ['JWT', 'at+jwt'];

/**
 * The `kid` of a token's header, unverified: it only selects the key that verifies the token. Other fields of the header
 * (`jku`, `jwk`, `x5u`) are ignored.
 * @throws Problem AuthorizationError if there is none, or for another kind of token
 */
export function keyIdOf(token: string): string {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
    const { kid, typ } = Object(header) as Record<string, unknown>;
    if (typeof kid === 'string' && TOKEN_TYPES.includes(typ)) return kid;
  } catch {
    // Not a token: the same error as without a key id.
  }
  throw invalidToken();
}

const invalidToken = () => new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
