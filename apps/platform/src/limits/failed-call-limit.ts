import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { placeOf } from '#libs/networks';
import { logger } from '#libs/observability';
import { CallCounter, tell, type Count } from '#libs/limits';
import { PlatformConfig } from '../config.js';
import { SMS_CALLBACK_PATH } from '../sms/sms-carriers.js';

/** Addresses that are remembered for having gone too far. */
const HELD_MAX = 10_000;

/**
 * Bounds the calls with a wrong credential from one address: each may cost a look-up at identity. They are counted after
 * their answer, so that a call with a right one costs nothing; an address that is over gets 429 for all its calls until
 * its minute ends.
 */
@Injectable()
export class FailedCallLimit implements NestMiddleware {
  private readonly held = new LRUCache<string, { count: Count; until: number }>({ max: HELD_MAX });

  constructor(
    private readonly config: PlatformConfig,
    private readonly counter: CallCounter,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    // These have a limit of their own, which is the interface's.
    if (request.originalUrl.startsWith('/api/auth/')) return next();
    const place = placeOf(request.ip ?? '') ?? 'unknown';
    const count = this.heldCount(place);
    if (count) return refuse(response, count, next);
    response.once('finish', () => {
      if (isFailure(request, response)) void this.count(place);
    });
    next();
  }

  private async count(place: string): Promise<void> {
    try {
      const count = await this.counter.count('failed-calls', this.config.failedCallsPerMinute, place);
      if (count.remaining <= 0) this.hold(place, count);
    } catch (error) {
      logger.warn('A failed call was not counted', { error });
    }
  }

  private hold(place: string, count: Count): void {
    this.held.set(place, { count, until: Date.now() + count.resetsInMs });
  }

  private heldCount(place: string): Count | undefined {
    const held = this.held.get(place);
    if (!held) return undefined;
    const resetsInMs = held.until - Date.now();
    if (resetsInMs > 0) return { ...held.count, remaining: 0, resetsInMs, isOver: true };
    this.held.delete(place);
    return undefined;
  }
}

function refuse(response: Response, count: Count, next: NextFunction): void {
  try {
    tell(response, count);
    next();
  } catch (refusal) {
    next(refusal);
  }
}

/** No credential that holds; for a carrier's report, no signature that does. */
function isFailure({ originalUrl }: Request, { statusCode }: Response): boolean {
  return statusCode === 401 || (statusCode === 403 && originalUrl.startsWith(SMS_CALLBACK_PATH));
}
