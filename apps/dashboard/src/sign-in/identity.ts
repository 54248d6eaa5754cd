import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  Configuration,
  customFetch,
  discovery,
  None,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
  type TokenEndpointResponse,
} from 'openid-client';
import { OWN_APP } from '#libs/core/auth';
import { logger } from '#libs/core/observability';
import { DashboardConfig } from '../config.js';
import { AppUnavailable } from '../app-unavailable.js';
import type { PendingSignIn, Session } from './session-store.js';

export const CALLBACK_PATH = '/auth/callback';

const SCOPE = 'openid profile email';
const DEADLINE_SECONDS = 10;
const TOO_MANY = 429;

/** The session is over: it was ended, or its tokens were used twice. The browser signs in again. */
export class SessionEnded extends Error {}

/** Identity, as the OpenID Connect client `dashboard` uses it: code and PKCE, without a secret. */
@Injectable()
export class Identity {
  #configuration: Promise<Configuration> | undefined;
  readonly #callback: string;

  constructor(private readonly config: DashboardConfig) {
    this.#callback = `${config.dashboardUrl.replace(/\/+$/, '')}${CALLBACK_PATH}`;
  }

  /** The address at which a browser signs in. @throws AppUnavailable */
  async signInUrl({ state, nonce, verifier }: Omit<PendingSignIn, 'to' | 'browser'>): Promise<URL> {
    const parameters = {
      redirect_uri: this.#callback,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    return buildAuthorizationUrl(await this.#discovered(), parameters);
  }

  /**
   * Exchanges the code with which a browser came back for a session.
   * @param query of the callback
   * @throws AppUnavailable; SessionEnded if identity refuses the code
   */
  async session(query: string, { state, nonce, verifier }: PendingSignIn): Promise<Session> {
    const configuration = await this.#discovered();
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    };
    const callback = new URL(`${this.#callback}${query}`);
    return this.#tokens(() => authorizationCodeGrant(configuration, callback, checks).catch(refuseForged));
  }

  /** New tokens for the old ones, which end with this. @throws AppUnavailable, SessionEnded */
  async renewed({ refreshToken, idToken }: Session): Promise<Session> {
    const configuration = await this.#discovered();
    return this.#tokens(() => refreshTokenGrant(configuration, refreshToken), idToken);
  }

  /** Ends the session at identity; returns where the browser ends its own. @throws AppUnavailable */
  async end({ refreshToken, idToken }: Session): Promise<URL> {
    const configuration = await this.#discovered();
    await this.#calling(() => tokenRevocation(configuration, refreshToken));
    return buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${this.config.dashboardUrl.replace(/\/+$/, '')}/`,
    });
  }

  async #tokens(
    grant: () => Promise<TokenEndpointResponse & { expiresIn(): number | undefined }>,
    idToken = '',
  ): Promise<Session> {
    const tokens = await this.#calling(grant);
    if (!tokens.refresh_token) throw new SessionEnded('identity gave no refresh token');
    return {
      accessToken: tokens.access_token,
      accessEndsAt: Date.now() + (tokens.expiresIn() ?? 0) * 1_000,
      refreshToken: tokens.refresh_token,
      idToken: tokens.id_token ?? idToken,
    };
  }

  /** @throws SessionEnded if identity says no; AppUnavailable if it says nothing */
  async #calling<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof SessionEnded) throw error;
      if (isRefusal(error)) throw new SessionEnded();
      logger.warn('identity did not answer the dashboard', { error });
      throw new AppUnavailable('identity', error);
    }
  }

  /** Read once. A failure is not kept, so that the next sign-in asks again. */
  async #discovered(): Promise<Configuration> {
    this.#configuration ??= this.#discover();
    try {
      return await this.#configuration;
    } catch (error) {
      this.#configuration = undefined;
      logger.warn('identity did not describe itself to the dashboard', { error });
      throw new AppUnavailable('identity', error);
    }
  }

  async #discover(): Promise<Configuration> {
    const { issuerUrl } = this.config;
    const options = {
      timeout: DEADLINE_SECONDS,
      [customFetch]: (url: string, init: object) => fetch(this.#inside(url), init as RequestInit),
      execute: issuerUrl.startsWith('http:') ? [allowInsecureRequests] : [],
    };
    return discovery(new URL(issuerUrl), OWN_APP, undefined, None(), options);
  }

  /** Servers reach identity by an address of their own, which need not be the one for browsers. */
  #inside(url: string): string {
    const { issuerUrl } = this.config;
    return url.startsWith(issuerUrl) ? this.config.urlOf('identity') + url.slice(issuerUrl.length) : url;
  }
}

/** Identity said no. Anything else, also a broken answer, says nothing about the session. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return true;
  return error instanceof ResponseBodyError && error.status < 500 && error.status !== TOO_MANY;
}

/** Rejects a callback that identity did not make for this sign-in: its issuer, state or nonce is missing or another one. */
function refuseForged(error: unknown): never {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  throw code === 'OAUTH_INVALID_RESPONSE' || code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' ? new SessionEnded() : error;
}
