import type { IncomingMessage } from 'node:http';
import type { Envelope } from '#libs/core/http';
import { postmarkEnvelope } from '../postmark/postmark-envelope.js';
import { resendEnvelope } from '../resend/frame/resend-envelope.js';
import { sesV1Envelope } from '../ses/ses-v1-xml.js';
import { sesV2Envelope } from '../ses/ses-v2-envelope.js';
import { hasPostmarkToken } from './postmark-tokens.js';
import { POSTMARK_STEP } from './shared-paths.js';

/** First steps of paths that clients of Resend call. */
const OF_RESEND = new Set([
  'api-keys',
  'audiences',
  'automations',
  'broadcasts',
  'contact-properties',
  'contacts',
  'domains',
  'emails',
  'events',
  'inboxes',
  'logs',
  'segments',
  'suppressions',
  'templates',
  'topics',
  'usage',
  'webhooks',
]);

/** First steps of paths that clients of Postmark call, and of no other service. */
const OF_POSTMARK = new Set([
  'bounces',
  'deliverystats',
  'email',
  'messages',
  'message-streams',
  'server',
  'stats',
  'triggers',
  POSTMARK_STEP,
]);

/**
 * Finds the dialect of another service that a request speaks, by its path and the header of its credential; undefined for
 * our own. What is below `/v1` and `/api` is always ours.
 */
export function dialectOf({ method, url = '', headers }: IncomingMessage): Envelope | undefined {
  if (url.startsWith('/v1/') || url.startsWith('/api/')) return undefined;
  if (url.startsWith('/v2/email/')) return sesV2Envelope;
  if (method === 'POST' && /^\/(?:\?|$)/.test(url) && isForm(headers['content-type'])) return sesV1Envelope;
  const step = firstStep(url);
  if (OF_POSTMARK.has(step) || hasPostmarkToken(headers)) return postmarkEnvelope;
  return OF_RESEND.has(step) ? resendEnvelope : undefined;
}

const isForm = (contentType = ''): boolean => contentType.startsWith('application/x-www-form-urlencoded');

const firstStep = (url: string): string => /^\/([a-z-]+)(?=[/?]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
