import type { IncomingMessage } from 'node:http';
import type { Envelope } from '#libs/core/http';
import { resendEnvelope } from '../resend/resend-envelope.js';

/** First steps of paths that clients of Resend call. */
const OF_RESEND = new Set([
  'api-keys',
  'audiences',
  'broadcasts',
  'contact-properties',
  'contacts',
  'domains',
  'emails',
  'segments',
  'templates',
  'topics',
  'webhooks',
]);

/**
 * Finds the dialect of another service that a request speaks, by its path and the header of its credential; undefined for
 * our own. What is below `/v1` and `/api` is always ours.
 */
export function dialectOf({ url = '' }: IncomingMessage): Envelope | undefined {
  if (url.startsWith('/v1/') || url.startsWith('/api/')) return undefined;
  return OF_RESEND.has(firstStep(url)) ? resendEnvelope : undefined;
}

const firstStep = (url: string): string => /^\/([a-z-]+)(?=[/?]|$)/.exec(url)?.[1] ?? '';
