import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from 'express';
import { DashboardConfig } from '../config.js';
import { AppUnavailable } from '../app-unavailable.js';
import { Identity, SessionEnded } from './identity.js';
import { OwnCookie } from './session-cookie.js';
import { SessionStore, type Session } from './session-store.js';
import type { Support } from './support/support.js';

const MINUTE = 60_000;
const POLL_MS = 50;
/** Longest wait for another process that renews the tokens. */
const WAIT_MS = 10_000;

/** The session of a browser: its cookie, and the tokens behind it. */
@Injectable()
export class Sessions {
  readonly cookie: OwnCookie;
  readonly #renewals = new Map<string, Promise<Session>>();

  constructor(
    private readonly store: SessionStore,
    private readonly identity: Identity,
    config: DashboardConfig,
  ) {
    this.cookie = new OwnCookie('dashboard_session', config);
  }

  /**
   * The access token of a request's session, renewed if it ends within a minute; undefined without a session.
   * @throws AppUnavailable if Redis or identity does not answer and the token is not valid without
   */
  async tokenOf(request: Request): Promise<string | undefined> {
    const id = this.cookie.read(request);
    if (!id) return undefined;
    const session = await this.store.find(id);
    if (!session) return undefined;
    if (session.accessEndsAt - Date.now() > MINUTE) return session.accessToken;
    try {
      return (await this.#renewedOnce(id)).accessToken;
    } catch (error) {
      if (error instanceof SessionEnded) return this.#forget(id);
      if (session.accessEndsAt > Date.now()) return session.accessToken;
      throw error;
    }
  }

  /**
   * The token with which a request for a tenant goes to the apps: that of the support session that looks at the tenant, else the
   * browser's own. A support session is none without the session beside it.
   * @throws AppUnavailable
   */
  async tokenFor(request: Request, tenant: string | undefined): Promise<string | undefined> {
    const own = await this.tokenOf(request);
    if (own === undefined || !tenant) return own;
    const support = await this.supportOf(request);
    return support?.tenantId === tenant ? support.token : own;
  }

  /** The open support session of a request's browser. @throws AppUnavailable */
  async supportOf(request: Request): Promise<Support | undefined> {
    const id = this.cookie.read(request);
    return id === undefined ? undefined : this.store.findSupport(id);
  }

  /** Whether a request has a session. @throws AppUnavailable */
  async has(request: Request): Promise<boolean> {
    const id = this.cookie.read(request);
    return id !== undefined && (await this.store.find(id)) !== undefined;
  }

  /** Ends the session of a request here, and at identity if that answers; returns where the browser goes to end its own. */
  async end(request: Request): Promise<string | undefined> {
    const id = this.cookie.read(request);
    const session = id && (await this.store.find(id));
    if (!id || !session) return undefined;
    await this.store.delete(id);
    try {
      return (await this.identity.end(session)).href;
    } catch (error) {
      if (error instanceof SessionEnded || error instanceof AppUnavailable) return undefined;
      throw error;
    }
  }

  /** Keeps a new session in place of the one that the browser had; returns the value of its cookie. */
  async begin(request: Request, session: Session): Promise<string> {
    const old = this.cookie.read(request);
    if (old) await this.store.delete(old);
    return this.store.create(session);
  }

  async #forget(id: string): Promise<undefined> {
    await this.store.delete(id);
    return undefined;
  }

  /** Renews once for all requests of this process that wait for it. */
  #renewedOnce(id: string): Promise<Session> {
    const running = this.#renewals.get(id);
    if (running) return running;
    const renewal = this.#renewed(id).finally(() => this.#renewals.delete(id));
    this.#renewals.set(id, renewal);
    return renewal;
  }

  /** One process at a time: identity takes a refresh token that comes twice for stolen, and ends the session. */
  async #renewed(id: string): Promise<Session> {
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await delay(POLL_MS)) {
      const unlock = await this.store.lock(id);
      if (unlock) return this.#renewedHolding(id, unlock);
      const session = await this.store.find(id);
      if (!session) throw new SessionEnded();
      if (session.accessEndsAt - Date.now() > MINUTE) return session;
    }
    throw new AppUnavailable('identity', new Error('the refresh of another process takes too long'));
  }

  async #renewedHolding(id: string, unlock: () => Promise<void>): Promise<Session> {
    try {
      const session = await this.store.find(id);
      if (!session) throw new SessionEnded();
      if (session.accessEndsAt - Date.now() > MINUTE) return session;
      const renewed = await this.identity.renewed(session);
      await this.store.replace(id, renewed);
      return renewed;
    } finally {
      await unlock();
    }
  }
}
