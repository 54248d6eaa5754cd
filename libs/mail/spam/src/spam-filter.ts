import pLimit from 'p-limit';
import { logger } from '#libs/core/observability';
import { judgeByRules } from './local-rules.js';
import { askRspamd } from './rspamd.js';
import type { JudgedMessage, SpamContext, SpamVerdict } from './spam.js';

export interface SpamFilterOptions {
  /** `http(s)://[:<password>@]<host>[:<port>]` of Rspamd; the local rules judge without it. */
  rspamdUrl?: string;
  /** How long Rspamd may take for a message (milliseconds); 10 seconds by default. */
  timeoutMs?: number;
  /** Messages that Rspamd gets at a time; 8 by default. */
  concurrency?: number;
  /** Longer messages are judged by the local rules; 50 MiB by default, Rspamd's own limit. */
  maxBytes?: number;
  /** How long Rspamd is left alone after it failed (milliseconds); 5 seconds by default. */
  pauseMs?: number;
}

const TIMEOUT_MS = 10_000;
const CONCURRENCY = 8;
const MAX_BYTES = 50 * 1024 * 1024;
const PAUSE_MS = 5_000;

/** Judges messages by Rspamd, and by rules of our own where there is none, or it fails. */
export class SpamFilter {
  private readonly limit: ReturnType<typeof pLimit>;
  private pausedUntil = 0;

  constructor(private readonly options: SpamFilterOptions) {
    this.limit = pLimit(options.concurrency ?? CONCURRENCY);
  }

  /** There is always a verdict: no message waits for Rspamd, or is lost by it. */
  async judge(message: JudgedMessage, context: SpamContext): Promise<SpamVerdict> {
    const { rspamdUrl, maxBytes = MAX_BYTES } = this.options;
    if (!rspamdUrl || message.bytes > maxBytes) return judgeByRules(message, context);
    const verdict = await this.limit(() => this.tryRspamd(rspamdUrl, message, context));
    return verdict ?? judgeByRules(message, context);
  }

  private async tryRspamd(url: string, message: JudgedMessage, context: SpamContext): Promise<SpamVerdict | undefined> {
    const { timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS } = this.options;
    if (Date.now() < this.pausedUntil) return undefined;
    try {
      return await askRspamd(url, message, context, timeoutMs);
    } catch (error) {
      this.pausedUntil = Date.now() + pauseMs;
      logger.warn('Rspamd did not judge a message; the local rules do', { error });
      return undefined;
    }
  }
}
