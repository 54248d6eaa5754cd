import type { OnApplicationShutdown } from '@nestjs/common';
import type * as Undici from 'undici';
import { currentRequest, Problem } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';
import { inClientSpan, traceHeaders } from '#libs/core/observability';
import { exchange, type IdentityAnswer } from './identity-exchange.js';
import { ORIGIN_HEADER, writeOrigin } from '../principal/origin-header.js';

export interface IdentityClientOptions {
  url: string;
  serviceSecret: string;
}

/** Unknown credentials must be answered within 5 s, of which a hanging view takes up to 1 s. */
const TIMEOUT_MS = 3_500;
const CONNECTIONS = 64;
const LANGUAGES_MAX = 200;
const PLAIN = /^[!-~]+$/;
/** A process at rest calls no other app. */
const undici = lazyPackage<typeof Undici>('undici');

/** Calls identity's internal interface with the service credential. */
export class IdentityClient implements OnApplicationShutdown {
  private pool: Undici.Pool | undefined;

  constructor(private readonly options: IdentityClientOptions) {}

  /** @throws Problem ServiceUnavailable if identity does not answer within 3.5 s */
  async call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<IdentityAnswer> {
    const text = body === undefined ? null : JSON.stringify(body);
    try {
      return await inClientSpan('identity', async () => {
        const request = { method, path: encodePath(path), headers: this.headers(body), body: text };
        return exchange(this.connect(), request, TIMEOUT_MS);
      });
    } catch (cause) {
      throw new Problem('ServiceUnavailable', { message: 'The identity service does not answer', cause });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.close();
  }

  private connect(): Undici.Pool {
    this.pool ??= new (undici().Pool)(new URL(this.options.url).origin, {
      connections: CONNECTIONS,
      connect: { timeout: TIMEOUT_MS },
      keepAliveTimeout: 30_000,
    });
    return this.pool;
  }

  private headers(body: unknown): Record<string, string> {
    const { requestId, acceptLanguage } = currentRequest() ?? {};
    const origin = writeOrigin();
    return {
      authorization: `Bearer ${this.options.serviceSecret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(requestId ? { 'x-request-id': requestId } : {}),
      // Mail that the call causes is in the reader's language.
      ...(acceptLanguage ? { 'accept-language': acceptLanguage.slice(0, LANGUAGES_MAX) } : {}),
      ...traceHeaders(),
      ...(origin ? { [ORIGIN_HEADER]: origin } : {}),
    };
  }
}

/** Encodes paths with ids from request URLs: they may contain any character. */
function encodePath(path: string): string {
  return PLAIN.test(path) ? path : encodeURI(path);
}
