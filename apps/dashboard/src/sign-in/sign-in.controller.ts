import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { Public } from '#libs/core/auth';
import { sendOn } from '#libs/core/html';
import { Operation } from '#libs/core/http';
import { LimitAddress } from '#libs/core/limits';
import { constantTimeEquals, randomToken } from '#libs/core/secrets';
import { DashboardConfig } from '../config.js';
import { AppUnavailable, orUnavailable } from '../app-unavailable.js';
import { rejectForeignPages } from './foreign-pages.js';
import { CALLBACK_PATH, Identity, SessionEnded } from './identity.js';
import { ownPath } from './own-path.js';
import { OwnCookie } from './session-cookie.js';
import { SessionStore, SIGN_IN_SECONDS, type PendingSignIn } from './session-store.js';
import { Sessions } from './sessions.js';
import { sendSignInPage } from './sign-in-page.js';
import { SupportSessions } from './support/support-sessions.js';

/** Sign-ins that one address begins in a minute: each is kept for ten. */
const SIGN_INS_PER_MINUTE = 120;

const DAY_SECONDS = 24 * 3_600;
/** The cookie of a session stays as long as its record may. */
const COOKIE_SECONDS = 90 * DAY_SECONDS;

/** Signs browsers in by identity, and out. */
@ApiTags('Sign-in')
@Controller('auth')
export class SignInController {
  readonly #browser: OwnCookie;

  constructor(
    private readonly identity: Identity,
    private readonly store: SessionStore,
    private readonly sessions: Sessions,
    private readonly support: SupportSessions,
    private readonly config: DashboardConfig,
  ) {
    this.#browser = new OwnCookie('dashboard_sign_in', config);
  }

  @Get('login')
  @Public()
  @LimitAddress('sign-in', SIGN_INS_PER_MINUTE)
  @Operation({
    summary: 'Begin a sign-in',
    description: 'Leads to identity, and from there back to the path in `to`.',
    success: { status: 303 },
    errors: [429, 503],
    anyQuery: true,
  })
  async login(@Req() request: Request, @Res() response: Response): Promise<void> {
    const to = ownPath(textOf(request.query['to']), this.config.origin);
    const browser = this.#browser.read(request) ?? randomToken(32);
    const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), to, browser };
    await this.#answering(response, to, async () => {
      const url = await this.identity.signInUrl(pending);
      await this.store.begin(pending);
      response.setHeader('Set-Cookie', this.#browser.set(browser, SIGN_IN_SECONDS));
      sendOn(response, url.href);
    });
  }

  @Get('callback')
  @Public()
  @Operation({
    summary: 'End a sign-in',
    description: 'Identity leads browsers here. A state is good once, and for the browser that began with it.',
    success: { status: 303 },
    errors: [400, 503],
    anyQuery: true,
  })
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.#answering(response, '/', async () => {
      const pending = await this.#pendingOf(request);
      if (!pending) return sendSignInPage(response, 'refused', '/');
      const query = request.originalUrl.slice(CALLBACK_PATH.length);
      const session = await this.identity.session(query, pending);
      const id = await this.sessions.begin(request, session);
      response.setHeader('Set-Cookie', [this.sessions.cookie.set(id, COOKIE_SECONDS), this.#browser.clear()]);
      sendOn(response, pending.to);
    });
  }

  @Post('logout')
  @HttpCode(200)
  @Public()
  @Operation({
    summary: 'End the session',
    description:
      'Ends it here and at identity, with its support session. The browser then goes to the address in `to`.',
    success: { status: 200 },
    errors: [403, 503],
    anyQuery: true,
  })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<{ to: string }> {
    rejectForeignPages(request, this.config.origin);
    await orUnavailable(() => this.support.end(request));
    const to = await orUnavailable(() => this.sessions.end(request));
    response.setHeader('Set-Cookie', this.sessions.cookie.clear());
    return { to: to ?? '/' };
  }

  /** The sign-in that this browser began with the state of the callback. */
  async #pendingOf(request: Request): Promise<PendingSignIn | undefined> {
    const [state, browser] = [textOf(request.query['state']), this.#browser.read(request)];
    const pending = state && browser ? await this.store.take(state) : undefined;
    return pending && browser && constantTimeEquals(pending.browser, browser) ? pending : undefined;
  }

  /** Shows a page where identity refuses, or does not answer. */
  async #answering(response: Response, to: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof AppUnavailable) return sendSignInPage(response, 'away', to);
      if (error instanceof SessionEnded) return sendSignInPage(response, 'refused', to);
      throw error;
    }
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
