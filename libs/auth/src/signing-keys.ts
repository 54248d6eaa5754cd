import { request } from 'undici';
import { Problem } from '#libs/http';
import { pemOf } from './session-token.js';

/** Where the public keys of session tokens come from. */
export abstract class SigningKeys {
  abstract readonly issuer: string;
  /** The PEM of the key that a token names. @throws Problem when the token names none, or identity is out of reach */
  abstract pemFor(token: string): Promise<string>;
}

const DEADLINE_MS = 4_000;
const REFETCH_AFTER_MS = 5_000;

/** Identity's JWKS, fetched when a token names a key that is not known yet. */
export class RemoteSigningKeys extends SigningKeys {
  private keys = new Map<string, string>();
  private fetchedAt = 0;
  private pending: Promise<void> | undefined;

  constructor(
    private readonly identityUrl: string,
    readonly issuer: string,
  ) {
    super();
  }

  async pemFor(token: string): Promise<string> {
    const kid = keyIdOf(token);
    const known = this.keys.get(kid);
    if (known) return known;
    if (Date.now() - this.fetchedAt > REFETCH_AFTER_MS) await (this.pending ??= this.refresh());
    const fetched = this.keys.get(kid);
    if (!fetched) throw refused();
    return fetched;
  }

  private async refresh(): Promise<void> {
    try {
      const response = await request(new URL('/.well-known/jwks.json', this.identityUrl), {
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const { keys } = (await response.body.json()) as { keys: ({ kid: string } & Record<string, unknown>)[] };
      this.keys = new Map(keys.map((jwk) => [jwk.kid, pemOf(jwk)]));
      this.fetchedAt = Date.now();
    } catch (cause) {
      throw new Problem('ServiceUnavailable', { message: 'The identity service does not answer', cause });
    } finally {
      this.pending = undefined;
    }
  }
}

/** The `kid` of a token's header, unverified: it only chooses the key that verifies the token. */
export function keyIdOf(token: string): string {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
    if (typeof header === 'object' && header !== null && 'kid' in header && typeof header.kid === 'string')
      return header.kid;
  } catch {
    // Not a token at all: refused below like one that names no key.
  }
  throw refused();
}

const refused = () => new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
