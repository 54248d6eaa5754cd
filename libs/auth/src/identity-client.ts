import type { OnApplicationShutdown } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { currentRequest, Problem } from '#libs/http';
import { ORIGIN_HEADER, writeOrigin } from './origin-header.js';

export interface IdentityClientOptions {
  url: string;
  serviceSecret: string;
}

/** Unknown credentials must be answered within five seconds; a view that hangs has taken one of them already. */
const DEADLINE_MS = 3_500;
const CONNECTIONS = 64;

export interface IdentityAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/** Calls of identity's internal interface with the service credential. */
export class IdentityClient implements OnApplicationShutdown {
  private readonly dispatcher: Dispatcher = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: DEADLINE_MS },
    keepAliveTimeout: 30_000,
  });

  constructor(private readonly options: IdentityClientOptions) {}

  /** One call. @throws Problem ServiceUnavailable when identity does not answer within the deadline */
  async call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<IdentityAnswer> {
    try {
      const response = await request(new URL(path, this.options.url), {
        method,
        dispatcher: this.dispatcher,
        signal: AbortSignal.timeout(DEADLINE_MS),
        headers: this.headers(body),
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: response.headers, body: text ? JSON.parse(text) : undefined };
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
      ...(origin ? { [ORIGIN_HEADER]: origin } : {}),
    };
  }
}
