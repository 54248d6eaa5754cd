import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { ServiceLook } from '#libs/core/html';
import { SERVICE_LOOK } from './page.js';
import type { PageLimit } from './page-limit.js';
import { problemPage } from './problem-page.js';
import { sendPage } from './send-page.js';
import { commonTexts } from './texts/common.texts.js';

type Handler = (request: Request, response: Response, next: NextFunction) => Promise<void>;

/**
 * Routes ahead of Nest's that answer without the API's envelope: pages for browsers, and OAuth. The request id, the protective
 * headers and the log of the request are those of all routes; calls of one IP address are limited across these routes.
 */
export class PageRouter {
  private readonly router = Router({ caseSensitive: true, strict: true });

  constructor(
    private readonly limit: PageLimit,
    private readonly look: ServiceLook,
  ) {
    this.router.use(asynchronous((request, response, next) => this.limited(request, response, next)));
  }

  get(path: string, handler: Handler): void {
    this.router.get(path, asynchronous(handler));
  }

  post(path: string, handler: Handler): void {
    this.router.post(path, asynchronous(handler));
  }

  all(path: string, handler: Handler): void {
    this.router.all(path, asynchronous(handler));
  }

  /** Restores the whole path, by which routes are found: Nest calls a middleware with the rest of it. */
  handle(request: Request, response: Response, next: NextFunction): void {
    SERVICE_LOOK.set(this.look);
    const { url, baseUrl } = request;
    request.url = request.originalUrl;
    request.baseUrl = '';
    this.router(request, response, (error?: unknown) => {
      request.url = url;
      request.baseUrl = baseUrl;
      next(error);
    });
  }

  private async limited(request: Request, response: Response, next: NextFunction): Promise<void> {
    const { isOver, resetsInMs } = await this.limit.count(request.ip);
    if (!isOver) return next();
    response.setHeader('Retry-After', Math.max(1, Math.ceil(resetsInMs / 1_000)));
    if (request.accepts(['json', 'html']) === 'html') {
      return sendPage(response, 429, problemPage(commonTexts().busy));
    }
    response.status(429).json({ error: 'temporarily_unavailable', error_description: 'too many requests' });
  }
}

function asynchronous(handler: Handler): RequestHandler {
  return (request, response, next) => {
    handler(request, response, next).catch(next);
  };
}
