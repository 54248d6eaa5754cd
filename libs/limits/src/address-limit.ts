import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { applyCount, CallCounter } from './call-counter.js';

/** Injection token of the rules of {@link AddressLimit}, a list. */
export const ADDRESS_LIMITS = Symbol('ADDRESS_LIMITS');

/** Routes with a common limit, by the prefix of their path. */
export interface AddressLimitRule {
  name: string;
  /** Such as `/api/auth/`. */
  begins: string;
  callsPerMinute: number;
}

/** Limits the calls a minute from one address. The first rule that matches a path counts its calls. */
@Injectable()
export class AddressLimit implements NestMiddleware {
  constructor(
    @Inject(ADDRESS_LIMITS) private readonly rules: readonly AddressLimitRule[],
    private readonly counter: CallCounter,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const rule = this.rules.find(({ begins }) => request.originalUrl.startsWith(begins));
    if (!rule) return next();
    const counted = this.counter.countAddress(rule.name, rule.callsPerMinute, request.ip);
    counted.then((count) => applyCount(response, count)).then(() => next(), next);
  }
}
