import type { Credentials, Profile } from '../credentials.js';
import { type Io, NotReadyError } from '../io.js';
import { OAuthError, type OAuthServer, refreshTokens, revokeToken, type Tokens } from './oauth-server.js';

/** A token is renewed so long before its end (ms), for the calls that it is sent with. */
const MARGIN_MS = 30_000;

/** The part of a profile that a login in a browser gives. */
export function loginOf({ token, revocation }: Pick<OAuthServer, 'token' | 'revocation'>, tokens: Tokens) {
  return {
    session: tokens.access_token,
    expiresAt: new Date(Date.now() + tokens.expires_in * 1_000).toISOString(),
    renewal: { token: tokens.refresh_token, at: token, ...(revocation && { revocation }) },
  } satisfies Partial<Profile>;
}

/** A login in a browser: its token is renewed when it ends, by one process at a time. */
export class StoredLogin {
  #renewing: Promise<string> | undefined;

  constructor(
    private readonly credentials: Credentials,
    private readonly name: string,
    private readonly io: Io,
  ) {}

  /** A token that is valid for now. @throws NotReadyError if the login has ended */
  async token(): Promise<string> {
    const { session, expiresAt } = this.#profile();
    if (isFresh(expiresAt)) return session;
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /** A renewal token is valid once, and a second use ends the login: so it is read, used and replaced under a lock. */
  #renew(): Promise<string> {
    return this.credentials.locked(async (write) => {
      const profile = this.#profile();
      if (isFresh(profile.expiresAt)) return profile.session;
      const { at, token, revocation } = profile.renewal;
      const tokens = await refreshTokens(at, token, this.io.introduction).catch((error: unknown) => {
        throw error instanceof OAuthError && error.code === 'invalid_grant' ? ended() : error;
      });
      write(this.name, { ...profile, ...loginOf({ token: at, revocation }, tokens) });
      return tokens.access_token;
    });
  }

  #profile(): Profile & Required<Pick<Profile, 'session' | 'renewal'>> {
    const profile = this.credentials.get(this.name);
    const { session, renewal } = profile ?? {};
    if (!session || !renewal) throw ended();
    return { ...profile!, session, renewal };
  }
}

/** Ends a login at the server; one that has ended already is no error. */
export async function endLogin({ renewal }: Profile, { introduction }: Io): Promise<void> {
  if (renewal?.revocation) await revokeToken(renewal.revocation, renewal.token, introduction);
}

const isFresh = (expiresAt: string | undefined): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) - Date.now() > MARGIN_MS;

const ended = (): Error => new NotReadyError('The login has ended. Run: service login');
