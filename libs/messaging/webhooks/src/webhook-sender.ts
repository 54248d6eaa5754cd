import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { openSpan } from '#libs/core/observability';
import {
  isDelivered,
  OutboundClient,
  retryAfterMs,
  type OutboundAnswer,
  type OutboundResult,
} from '#libs/core/outbound';
import { WebhookOptions } from './webhook-options.js';

/** One request. */
export interface WebhookRequest {
  url: string;
  eventId: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Judges an answer; by default any 2xx is success, and everything else is tried again. */
  judge?: (answer: OutboundAnswer) => JudgedAnswer;
}

/** Meaning of an answer. */
export interface JudgedAnswer {
  delivered: boolean;
  error: string | null;
  /** Shown in place of the beginning of the answer. */
  snippet: string | null;
  /** Whether a further attempt would end the same way. */
  isFinal?: boolean;
  /** True if the endpoint says that it is gone for good (410): it is switched off then. */
  isGone?: boolean;
  /** The receiver wants no further attempt before. */
  retryAfterMs?: number;
}

/** The result of an attempt. */
export interface AttemptResult {
  attemptedAt: Date;
  durationMs: number;
  /** Null without an answer. */
  responseStatus: number | null;
  error: string | null;
  responseSnippet: string | null;
}

/** The result of one request. */
export interface SentWebhook extends AttemptResult, Pick<JudgedAnswer, 'isFinal' | 'isGone' | 'retryAfterMs'> {
  delivered: boolean;
  /** Whether the endpoint answered at all, with any status. */
  answered: boolean;
}

const TIMEOUT_MS = 15_000;
/** How much of an answer is read, so that the connection can be reused. Less of it is recorded. */
const READ_BYTES = 16 * 1024;
const SNIPPET_CHARACTERS = 1024;
/** RFC 9110 section 15.5.11: it is gone, and that is likely to stay so. */
const GONE = 410;
/** Control characters except tab and line feed, and unpaired surrogates, which JSON cannot express. */
const UNSAFE = /[^\P{Cc}\t\n]|\p{Cs}/gu;

/** Makes the requests of deliveries. */
@Injectable()
export class WebhookSender implements BeforeApplicationShutdown, OnApplicationShutdown {
  /** True once the process stops: requests that have not started are left for another process. */
  stopping = false;
  private readonly timeoutMs: number;

  constructor(
    private readonly outbound: OutboundClient,
    private readonly options: WebhookOptions,
  ) {
    // An attempt must end within the lease of its job, or another worker would repeat it.
    this.timeoutMs = Math.min(TIMEOUT_MS, options.jobLeaseMs / 2);
  }

  /** Makes one attempt; undefined if the shutdown cut it off. */
  async send({ url, eventId, headers, body, judge }: WebhookRequest): Promise<SentWebhook | undefined> {
    const attemptedAt = new Date();
    const span = openSpan('webhook.post', () => ({ kind: 'client', attributes: { 'event.id': eventId } }));
    const result = await this.outbound.post({
      url,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      timeoutMs: this.timeoutMs,
      maxResponseBytes: READ_BYTES,
    });
    const sent = this.judged(attemptedAt, result, judge);
    span?.end({
      ...(result.answered && { attributes: { 'http.response.status_code': result.status } }),
      failed: !sent.delivered,
    });
    if (this.stopping && !result.answered) return undefined;
    return sent;
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  onApplicationShutdown(): void {
    this.outbound.close();
  }

  private judged(attemptedAt: Date, result: OutboundResult, judge = this.judge): SentWebhook {
    const durationMs = Math.round(result.durationMs);
    if (!result.answered) {
      const error = this.options.texts.unanswered(result);
      const unknown = { responseStatus: null, responseSnippet: null };
      return { attemptedAt, durationMs, answered: false, delivered: false, error, ...unknown };
    }
    const judged = judge(result);
    // One literal: an object that is spread into another costs as much as a header.
    return {
      attemptedAt,
      durationMs,
      answered: true,
      delivered: judged.delivered,
      error: judged.error,
      isFinal: judged.isFinal,
      isGone: judged.isGone,
      retryAfterMs: judged.retryAfterMs,
      responseStatus: result.status,
      responseSnippet: judged.snippet,
    };
  }

  private readonly judge = (answer: OutboundAnswer): JudgedAnswer => {
    const snippet = snippetOf(answer.bodySnippet);
    if (isDelivered(answer)) return { delivered: true, error: null, snippet };
    const isGone = answer.status === GONE;
    const error = this.describe(answer.status);
    return {
      delivered: false,
      error,
      snippet,
      isFinal: isGone,
      isGone,
      retryAfterMs: retryAfterMs(answer.headers['retry-after']),
    };
  };

  private describe(status: number): string {
    const { texts } = this.options;
    return status >= 300 && status < 400 ? texts.redirect(status) : texts.status(status);
  }
}

function snippetOf(text: string): string {
  if (text === '') return text;
  return text.slice(0, SNIPPET_CHARACTERS).replace(UNSAFE, '\uFFFD');
}
