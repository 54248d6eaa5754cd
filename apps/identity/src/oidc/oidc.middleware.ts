import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { readForm } from '#libs/core/http';
import { IdentityConfig } from '../config.js';
import { PageLimit } from '../browser-pages/page-limit.js';
import { PageRouter } from '../browser-pages/page-router.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { UserCodeGuesses } from './device/user-code-guesses.js';
import { OidcProvider } from './oidc-provider.service.js';
import { PATHS } from './paths.js';
import { SignInPages } from './sign-in-pages.js';
import { keepDeviceParameters, nameTokenById } from './token-parameter.js';

/** The paths that the middleware handles. */
export const OIDC_ROUTES = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/oauth/{*path}',
  '/sign-in/{*path}',
  PATHS.code_verification,
  `${PATHS.code_verification}/{*path}`,
];

/** The library's endpoints that are open; all others stay closed. */
const ENDPOINTS = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  PATHS.authorization,
  `${PATHS.authorization}/:uid`,
  PATHS.token,
  PATHS.userinfo,
  PATHS.revocation,
  PATHS.introspection,
  PATHS.device_authorization,
  PATHS.code_verification,
  `${PATHS.code_verification}/:uid`,
  PATHS.end_session,
  `${PATHS.end_session}/confirm`,
  `${PATHS.end_session}/success`,
];

/** OAuth and OpenID Connect, with the answers of their RFCs, and the pages on which users sign in. */
@Injectable()
export class OidcMiddleware implements NestMiddleware {
  private readonly router: PageRouter;

  constructor(
    private readonly oidc: OidcProvider,
    private readonly tokens: SessionTokens,
    guesses: UserCodeGuesses,
    limit: PageLimit,
    pages: SignInPages,
    { serviceLook }: IdentityConfig,
  ) {
    this.router = new PageRouter(limit, serviceLook);
    this.addPages(pages);
    for (const path of [PATHS.authorization, PATHS.end_session]) {
      this.router.post(path, (request, response, next) => askByGet(path, request, response, next));
    }
    // One by one, so that metrics and the log have the pattern of each.
    for (const path of [PATHS.revocation, PATHS.introspection]) {
      this.router.post(path, (request, _response, next) => this.nameToken(request, next));
    }
    this.router.post(PATHS.device_authorization, (request, _response, next) => keepParameters(request, next));
    this.router.post(PATHS.code_verification, (request, response) =>
      guesses.limited(request, response, () => this.callLibrary(request, response)),
    );
    for (const path of ENDPOINTS) this.router.all(path, (request, response) => this.callLibrary(request, response));
  }

  use(request: Request, response: Response, next: NextFunction): void {
    this.router.handle(request, response, next);
  }

  private addPages(pages: SignInPages): void {
    this.router.get('/sign-in/:uid', (request, response) => pages.show(request, response));
    this.router.post('/sign-in/:uid/password', (request, response) => pages.password(request, response));
    this.router.get('/sign-in/:uid/new', (request, response) => pages.startAccount(request, response));
    this.router.post('/sign-in/:uid/new', (request, response) => pages.createAccount(request, response));
    this.router.post('/sign-in/:uid/code', (request, response) => pages.code(request, response));
    this.router.post('/sign-in/:uid/again', (request, response) => pages.again(request, response));
    this.router.post('/sign-in/:uid/consent', (request, response) => pages.consent(request, response));
    this.router.post('/sign-in/:uid/cancel', (request, response) => pages.cancel(request, response));
  }

  private async nameToken(request: Request, next: NextFunction): Promise<void> {
    await nameTokenById(request, this.tokens);
    next();
  }

  /**
   * The library builds addresses and marks cookies by the headers of a proxy. Here they are those of the issuer, which is
   * public and configured: no header of a client or a proxy names an endpoint.
   */
  private async callLibrary(request: Request, response: Response): Promise<void> {
    const { protocol, host } = new URL(this.oidc.origin);
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = host;
    request.headers.host = host;
    const provider = await this.oidc.current();
    await provider.callback()(request, response);
  }
}

async function keepParameters(request: Request, next: NextFunction): Promise<void> {
  await keepDeviceParameters(request);
  next();
}

/**
 * Redirects an app's request that came as a form (OpenID Connect Core, 3.1.2.1) to GET: browsers do not send the sign-in
 * cookie with a form from another site.
 */
async function askByGet(path: string, request: Request, response: Response, next: NextFunction): Promise<void> {
  if (!request.is('application/x-www-form-urlencoded')) return next();
  response.redirect(303, `${path}?${(await readForm(request)).toString()}`);
}
