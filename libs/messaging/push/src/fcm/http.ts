import type { IncomingHttpHeaders } from 'node:http';
import type * as Undici from 'undici';
import { lazyPackage } from '#libs/core/process';
import { PushFailure } from '../failure.js';

const undici = lazyPackage<typeof Undici>('undici');

export interface JsonAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** An empty object if the body is not a JSON object. */
  body: Record<string, unknown>;
}

export interface PostOptions {
  dispatcher: Undici.Dispatcher;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
}

/** POSTs to a Google service. @throws PushFailure (temporary) without an answer in time */
export async function post(url: string, { timeoutMs, ...options }: PostOptions): Promise<JsonAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { statusCode, headers, body } = await undici().request(url, { method: 'POST', signal, ...options });
    return { status: statusCode, headers, body: parsed(await body.text()) };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    const what = late ? `There was no answer within ${timeoutMs} ms` : 'The push service could not be reached';
    throw PushFailure.unreachable(what, error);
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
