import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { placeOf } from '#libs/networks';
import { logger } from '#libs/observability';
import { applyCount, CallCounter, type Count } from '#libs/limits';
import { PlatformConfig } from '../config.js';
import { SMS_CALLBACK_PATH } from '../sms/sms-carriers.js';

/** How many addresses over their limit are kept. */
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
    private readonly config: PlatformConfig,
    private readonly counter: CallCounter,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    // These have a limit of their own, see AddressLimit.
    if (request.originalUrl.startsWith('/api/auth/')) return next();
    const place = placeOf(request.ip ?? '') ?? 'unknown';
    const count = this.blockedCount(place);
    if (count) return reject(response, count, next);
    response.once('finish', () => {
      if (isFailure(request, response)) void this.count(place);
    });
    next();
  }

  private async count(place: string): Promise<void> {
    try {
      const count = await this.counter.count('failed-calls', this.config.failedCallsPerMinute, place);
      if (count.remaining <= 0) this.block(place, count);
    } catch (error) {
      logger.warn('A failed call was not counted', { error });
    }
  }

  private block(place: string, count: Count): void {
    this.blocked.set(place, { count, until: Date.now() + count.resetsInMs });
  }

  private blockedCount(place: string): Count | undefined {
    const blocked = this.blocked.get(place);
    if (!blocked) return undefined;
    const resetsInMs = blocked.until - Date.now();
    if (resetsInMs > 0) return { ...blocked.count, remaining: 0, resetsInMs, isOver: true };
    this.blocked.delete(place);
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

/** An invalid credential, or an invalid signature on a carrier's report. */
function isFailure({ originalUrl }: Request, { statusCode }: Response): boolean {
  return statusCode === 401 || (statusCode === 403 && originalUrl.startsWith(SMS_CALLBACK_PATH));
}
