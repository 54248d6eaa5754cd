import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { request } from 'undici';
import { Problem } from '#libs/http';

/** Where the public keys of session tokens come from. */
export abstract class SigningKeys {
  abstract readonly issuer: string;
  /** The key that a token names. @throws Problem when the token names none, or identity is out of reach */
  abstract keyFor(token: string): Promise<KeyObject>;
}

const DEADLINE_MS = 3_000;
/** An unknown key id makes nobody ask more often than this. */
const REFETCH_AFTER_MS = 5_000;
/** By then a retired key is no longer trusted; it is asked for beside the request, not before it. */
const REFRESH_AFTER_MS = 300_000;

/** Identity's JWKS, fetched when a token names a key that is not known yet. */
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
    if (!fetched) throw refused();
    return fetched;
  }

  private refreshOnce(): Promise<void> {
    return (this.pending ??= this.refresh());
  }

  private async refresh(): Promise<void> {
    try {
      const response = await request(new URL('/.well-known/jwks.json', this.identityUrl), {
        signal: AbortSignal.timeout(DEADLINE_MS),
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

/** What a token is for, by its header (RFC 8725, 3.11; RFC 9068): others are signed with the same keys. */
const TOKEN_TYPES: readonly unknown[] = ['JWT', 'at+jwt'];

/**
 * The `kid` of a token's header, unverified: it only chooses the key that verifies the token. What else the header
 * offers (`jku`, `jwk`, `x5u`) is never looked at.
 * @throws Problem AuthorizationError when it names none, or is the header of another kind of token
 */
export function keyIdOf(token: string): string {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
    const { kid, typ } = Object(header) as Record<string, unknown>;
    if (typeof kid === 'string' && TOKEN_TYPES.includes(typ)) return kid;
  } catch {
    // Not a token at all: refused below like one that names no key.
  }
  throw refused();
}

const refused = () => new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
