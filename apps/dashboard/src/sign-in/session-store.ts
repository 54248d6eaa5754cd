import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppUnavailable } from '../app-unavailable.js';
import type { RedisClient } from '#libs/core/redis';
import { randomToken, SecretBox, sha256Hex } from '#libs/core/secrets';
import type { Support } from './support/support.js';

export const REDIS = Symbol('REDIS');

/** The tokens of a signed-in browser. They leave the server only on their way to the apps. */
export interface Session {
  accessToken: string;
  /** Epoch milliseconds. */
  accessEndsAt: number;
  refreshToken: string;
  idToken: string;
}

/** A sign-in that a browser has begun. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  /** The path that the browser came for. */
  to: string;
  /** The cookie of the browser that began it. */
  browser: string;
}

/** Longest life of a session that is not used. Identity ends sessions earlier; the refresh then fails. */
const SESSION_SECONDS = 90 * 24 * 3_600;
export const SIGN_IN_SECONDS = 10 * 60;
const LOCK_MS = 15_000;

const OWNER = 'dashboard';

/** Deletes the lock if it is still that of the caller. */
const UNLOCK = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`;

/** Sessions and begun sign-ins in Redis: sealed, and under the hash of what the browser has, so that a dump opens nothing. Each method throws AppUnavailable if Redis does not answer. */
@Injectable()
export class SessionStore implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    private readonly box: SecretBox,
  ) {}

  /** Keeps a session; returns the value of its cookie. */
  async create(session: Session): Promise<string> {
    const id = randomToken(32);
    await this.replace(id, session);
    return id;
  }

  async find(id: string): Promise<Session | undefined> {
    return this.#read<Session>('session', id);
  }

  async replace(id: string, session: Session): Promise<void> {
    await this.#write('session', id, session, SESSION_SECONDS);
  }

  /** Deletes a session, and the support session beside it. */
  async delete(id: string): Promise<void> {
    await this.forgetSupport(id);
    await answered(this.redis.del(keyOf('session', id)));
  }

  /** The open support session beside a session. */
  async findSupport(id: string): Promise<Support | undefined> {
    const support = await this.#read<Support>('support', id);
    return support && Date.parse(support.endsAt) > Date.now() ? support : undefined;
  }

  /** Keeps a support session until its end. */
  async keepSupport(id: string, support: Support): Promise<void> {
    const seconds = Math.ceil((Date.parse(support.endsAt) - Date.now()) / 1_000);
    await this.#write('support', id, support, Math.max(1, seconds));
  }

  async forgetSupport(id: string): Promise<void> {
    await answered(this.redis.del(keyOf('support', id)));
  }

  async begin(pending: PendingSignIn): Promise<void> {
    await this.#write('sign-in', pending.state, pending, SIGN_IN_SECONDS);
  }

  /** The begun sign-in with a state, which is then there no more: a code is used once. */
  async take(state: string): Promise<PendingSignIn | undefined> {
    const sealed = await answered(this.redis.getdel(keyOf('sign-in', state)));
    return sealed === null ? undefined : this.#open<PendingSignIn>('sign-in', sealed);
  }

  /** Takes the lock of a session for its refresh; returns its release, or undefined if another process has it. */
  async lock(id: string): Promise<(() => Promise<void>) | undefined> {
    const [key, owner] = [keyOf('refresh', id), randomToken(32)];
    const taken = await answered(this.redis.set(key, owner, 'PX', LOCK_MS, 'NX'));
    if (taken === null) return undefined;
    return async () => void (await answered(this.redis.eval(UNLOCK, 1, key, owner)));
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  async #read<T>(kind: string, id: string): Promise<T | undefined> {
    const sealed = await answered(this.redis.get(keyOf(kind, id)));
    return sealed === null ? undefined : this.#open<T>(kind, sealed);
  }

  async #write(kind: string, id: string, value: object, seconds: number): Promise<void> {
    const sealed = this.box.seal(OWNER, `dashboard.${kind}`, JSON.stringify(value));
    await answered(this.redis.set(keyOf(kind, id), sealed, 'EX', seconds));
  }

  /** Nothing if it was sealed under a key that is not configured any more: the browser signs in again. */
  #open<T>(kind: string, sealed: string): T | undefined {
    try {
      return JSON.parse(this.box.open(OWNER, `dashboard.${kind}`, sealed)) as T;
    } catch {
      return undefined;
    }
  }
}

const answered = <T>(command: Promise<T>): Promise<T> =>
  command.catch((error: unknown) => {
    throw new AppUnavailable('dashboard', error);
  });

const keyOf = (kind: string, id: string): string => `dashboard:${kind}:${sha256Hex(id)}`;
