import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { problemStatusOf } from '#libs/core/http';
import { clientNetworkOf } from '#libs/core/networks';
import { logger } from '#libs/core/observability';
import { applyCount, CallCounter, type Count } from './call-counter.js';

/** Injection token of the rule of {@link FailedCallLimit}. */
export const FAILED_CALL_RULE = Symbol('FAILED_CALL_RULE');

export interface FailedCallRule {
  callsPerMinute: number;
  /** Whether calls of a path are not counted, because it has its own limit. */
  isExempt(path: string): boolean;
  /** Whether an answer means that the call had an invalid credential. */
  isFailure(path: string, status: number): boolean;
}

/** Maximum of blocked addresses that are kept. */
const BLOCKED_MAX = 10_000;

/**
 * Limits the calls with an invalid credential from one address: each may cost a look-up at identity. Calls are counted
 * after their answer, so that a valid credential costs nothing; an address over the limit gets 429 for all its calls
 * until its minute ends.
 */
@Injectable()
export class FailedCallLimit implements NestMiddleware {
  private readonly blocked = new LRUCache<string, { count: Count; until: number }>({ max: BLOCKED_MAX });

  constructor(
    @Inject(FAILED_CALL_RULE) private readonly rule: FailedCallRule,
    private readonly counter: CallCounter,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    if (this.rule.isExempt(request.originalUrl)) return next();
    const { ip } = request;
    const network = clientNetworkOf(ip ?? '') ?? 'unknown';
    const count = this.blockedCount(network);
    if (count) return reject(response, count, next);
    response.once('finish', () => {
      if (this.rule.isFailure(request.originalUrl, problemStatusOf(request) ?? response.statusCode))
        void this.count(ip, network);
    });
    next();
  }

  private async count(ip: string | undefined, network: string): Promise<void> {
    try {
      const count = await this.counter.countAddress('failed-calls', this.rule.callsPerMinute, ip);
      if (count.remaining <= 0) this.block(network, count);
    } catch (error) {
      logger.warn('A failed call was not counted', { error });
    }
  }

  private block(network: string, count: Count): void {
    this.blocked.set(network, { count, until: Date.now() + count.resetsInMs });
  }

  private blockedCount(network: string): Count | undefined {
    const blocked = this.blocked.get(network);
    if (!blocked) return undefined;
    const resetsInMs = blocked.until - Date.now();
    if (resetsInMs > 0) return { ...blocked.count, remaining: 0, resetsInMs, isOver: true };
    this.blocked.delete(network);
    return undefined;
  }
}

function reject(response: Response, count: Count, next: NextFunction): void {
  try {
    applyCount(response, count);
    next();
  } catch (error) {
    next(error);
  }
}
