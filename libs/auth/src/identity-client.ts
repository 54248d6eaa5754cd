import type { OnApplicationShutdown } from '@nestjs/common';
import { Pool, type Dispatcher } from 'undici';
import { currentRequest, Problem } from '#libs/http';
import { inClientSpan, traceHeaders } from '#libs/observability';
import { exchange, type IdentityAnswer } from './identity-exchange.js';
import { ORIGIN_HEADER, writeOrigin } from './origin-header.js';

export interface IdentityClientOptions {
  url: string;
  serviceSecret: string;
}

/** Unknown credentials must be answered within 5 s, of which a hanging view takes up to 1 s. */
const TIMEOUT_MS = 3_500;
const CONNECTIONS = 64;
const PLAIN = /^[!-~]+$/;

/** Calls identity's internal interface with the service credential. */
export class IdentityClient implements OnApplicationShutdown {
  private readonly dispatcher: Dispatcher;

  constructor(private readonly options: IdentityClientOptions) {
    this.dispatcher = new Pool(new URL(options.url).origin, {
      connections: CONNECTIONS,
      connect: { timeout: TIMEOUT_MS },
      keepAliveTimeout: 30_000,
    });
  }

  /** @throws Problem ServiceUnavailable if identity does not answer within 3.5 s */
  async call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<IdentityAnswer> {
    const text = body === undefined ? null : JSON.stringify(body);
    try {
      return await inClientSpan('identity', () => {
        const request = { method, path: encodePath(path), headers: this.headers(body), body: text };
        return exchange(this.dispatcher, request, TIMEOUT_MS);
      });
    } catch (cause) {
      throw new Problem('ServiceUnavailable', { message: 'The identity service does not answer', cause });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dispatcher.close();
  }

  private headers(body: unknown): Record<string, string> {
    const requestId = currentRequest()?.requestId;
    const origin = writeOrigin();
    return {
      authorization: `Bearer ${this.options.serviceSecret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(requestId ? { 'x-request-id': requestId } : {}),
      ...traceHeaders(),
      ...(origin ? { [ORIGIN_HEADER]: origin } : {}),
    };
  }
}

/** Encodes paths with ids from request URLs: they may contain any character. */
function encodePath(path: string): string {
  return PLAIN.test(path) ? path : encodeURI(path);
}
