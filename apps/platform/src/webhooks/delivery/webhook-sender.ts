import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { openSpan } from '#libs/core/observability';
import { isDelivered, OutboundClient, signWebhook, type OutboundResult } from '#libs/core/outbound';
import { PlatformConfig } from '../../config.js';
import type { AttemptResult } from './webhook-attempt.entity.js';

/** One request. */
export interface WebhookRequest {
  url: string;
  secrets: readonly string[];
  eventId: string;
  eventType: string;
  payload: string;
}

/** The result of one request. */
export interface SentWebhook extends AttemptResult {
  delivered: boolean;
  /** Whether the endpoint answered at all, with any status. */
  answered: boolean;
}

const TIMEOUT_MS = 15_000;
/** How much of an answer is read, so that the connection can be reused. Less of it is recorded. */
const READ_BYTES = 16 * 1024;
const SNIPPET_CHARACTERS = 1024;
/** Control characters except tab and line feed, and unpaired surrogates, which JSON cannot express. */
const UNSAFE = /[^\P{Cc}\t\n]|\p{Cs}/gu;

/** Signs deliveries and makes the requests. */
@Injectable()
export class WebhookSender implements BeforeApplicationShutdown, OnApplicationShutdown {
  /** True once the process stops: requests that have not started are left for another process. */
  stopping = false;
  private readonly timeoutMs: number;

  constructor(
    private readonly outbound: OutboundClient,
    { jobLeaseMs }: PlatformConfig,
  ) {
    // An attempt must end within the lease of its job, or another worker would repeat it.
    this.timeoutMs = Math.min(TIMEOUT_MS, jobLeaseMs / 2);
  }

  /** Makes one attempt; undefined if the shutdown cut it off. */
  async send({ url, secrets, eventId, eventType, payload }: WebhookRequest): Promise<SentWebhook | undefined> {
    const attemptedAt = new Date();
    const timestamp = Math.floor(attemptedAt.getTime() / 1000);
    const headers = signWebhook({ secrets, id: eventId, type: eventType, timestamp, body: payload });
    const span = openSpan('webhook.post', () => ({ kind: 'client', attributes: { 'event.id': eventId } }));
    const result = await this.outbound.post({
      url,
      headers: { 'content-type': 'application/json', ...headers },
      body: payload,
      timeoutMs: this.timeoutMs,
      maxResponseBytes: READ_BYTES,
    });
    span?.end({
      ...(result.answered && { attributes: { 'http.response.status_code': result.status } }),
      failed: !isDelivered(result),
    });
    if (this.stopping && !result.answered) return undefined;
    return toSent(attemptedAt, result);
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  onApplicationShutdown(): void {
    this.outbound.close();
  }
}

function toSent(attemptedAt: Date, result: OutboundResult): SentWebhook {
  const delivered = isDelivered(result);
  const common = { attemptedAt, durationMs: Math.round(result.durationMs), delivered, answered: result.answered };
  if (!result.answered) return { ...common, responseStatus: null, error: result.message, responseSnippet: null };
  const error = delivered ? null : describeStatus(result.status);
  return { ...common, responseStatus: result.status, error, responseSnippet: snippetOf(result.bodySnippet) };
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `The answer was ${status}; redirects are not followed`;
  return `The answer was ${status}`;
}

function snippetOf(text: string): string {
  if (text === '') return text;
  return text.slice(0, SNIPPET_CHARACTERS).replace(UNSAFE, '\uFFFD');
}
