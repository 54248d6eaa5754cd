import { Injectable, type NestMiddleware } from '@nestjs/common';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { readForm } from '#libs/http';
import { SessionTokens } from '../sessions/session-tokens.js';
import { AddressLimit } from './address-limit.js';
import { OidcProvider } from './oidc-provider.service.js';
import { problemPage } from './pages/message-pages.js';
import { sendPage } from './pages/page-policy.js';
import { PATHS } from './provider-configuration.js';
import { SignInPages } from './sign-in-pages.js';
import { nameTokenById } from './token-parameter.js';

/** Where the middleware is asked at all. */
export const OIDC_ROUTES = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/oauth/{*path}',
  '/sign-in/{*path}',
];

/** The library's endpoints, each by name: what else the library might answer stays closed. */
const ENDPOINTS = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  PATHS.authorization,
  `${PATHS.authorization}/:uid`,
  PATHS.token,
  PATHS.userinfo,
  PATHS.revocation,
  PATHS.introspection,
  PATHS.end_session,
  `${PATHS.end_session}/confirm`,
  `${PATHS.end_session}/success`,
];

/**
 * OAuth and OpenID Connect, ahead of Nest's routes. They answer as their RFCs say instead of in the API's envelope; the
 * request id, the protective headers, the account of the request and the limit of calls are those of all routes.
 */
@Injectable()
export class OidcMiddleware implements NestMiddleware {
  private readonly router: Router;

  constructor(
    private readonly oidc: OidcProvider,
    private readonly tokens: SessionTokens,
    private readonly limit: AddressLimit,
    pages: SignInPages,
  ) {
    this.router = Router({ caseSensitive: true, strict: true });
    this.router.use(asynchronous((request, response, next) => this.limited(request, response, next)));
    this.addPages(pages);
    for (const path of [PATHS.authorization, PATHS.end_session]) {
      this.router.post(
        path,
        asynchronous((request, response, next) => askByGet(path, request, response, next)),
      );
    }
    // One by one: by its own pattern each is known to metrics and log.
    for (const path of [PATHS.revocation, PATHS.introspection]) {
      this.router.post(
        path,
        asynchronous((request, _response, next) => this.nameToken(request, next)),
      );
    }
    for (const path of ENDPOINTS) {
      this.router.all(
        path,
        asynchronous((request, response) => this.handOver(request, response)),
      );
    }
  }

  /** Nest has taken off the path under which it asks; the library and its routes go by the whole. */
  use(request: Request, response: Response, next: NextFunction): void {
    const { url, baseUrl } = request;
    request.url = request.originalUrl;
    request.baseUrl = '';
    this.router(request, response, (error?: unknown) => {
      request.url = url;
      request.baseUrl = baseUrl;
      next(error);
    });
  }

  private addPages(pages: SignInPages): void {
    this.router.get(
      '/sign-in/:uid',
      asynchronous((request, response) => pages.show(request, response)),
    );
    this.router.post(
      '/sign-in/:uid/password',
      asynchronous((request, response) => pages.password(request, response)),
    );
    this.router.post(
      '/sign-in/:uid/code',
      asynchronous((request, response) => pages.code(request, response)),
    );
    this.router.post(
      '/sign-in/:uid/again',
      asynchronous((request, response) => pages.again(request, response)),
    );
    this.router.post(
      '/sign-in/:uid/consent',
      asynchronous((request, response) => pages.consent(request, response)),
    );
    this.router.post(
      '/sign-in/:uid/cancel',
      asynchronous((request, response) => pages.cancel(request, response)),
    );
  }

  private async nameToken(request: Request, next: NextFunction): Promise<void> {
    await nameTokenById(request, this.tokens);
    next();
  }

  /** Cookies are marked secure, and addresses built, as the outside sees us: as the issuer says. */
  private async handOver(request: Request, response: Response): Promise<void> {
    request.headers['x-forwarded-proto'] = new URL(this.oidc.origin).protocol.slice(0, -1);
    const provider = await this.oidc.current();
    await provider.callback()(request, response);
  }

  private async limited(request: Request, response: Response, next: NextFunction): Promise<void> {
    const seconds = await this.limit.take(request.ip ?? '');
    if (seconds === 0) return next();
    response.setHeader('Retry-After', seconds);
    if (request.accepts(['json', 'html']) === 'html') {
      const text = problemPage('Too many requests', 'Wait a minute, then try again.');
      return sendPage(response, 429, text);
    }
    response.status(429).json({ error: 'temporarily_unavailable', error_description: 'too many requests' });
  }
}

/**
 * A request of an app that came as a form (OpenID Connect Core, 3.1.2.1) is made again as one by GET: with a form from
 * another site browsers do not send the cookie that says who is signed in.
 */
async function askByGet(path: string, request: Request, response: Response, next: NextFunction): Promise<void> {
  if (!request.is('application/x-www-form-urlencoded')) return next();
  response.redirect(303, `${path}?${(await readForm(request)).toString()}`);
}

type AsyncHandler = (request: Request, response: Response, next: NextFunction) => Promise<void>;

function asynchronous(handler: AsyncHandler): RequestHandler {
  return (request, response, next) => {
    handler(request, response, next).catch(next);
  };
}
