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

/** Counts the calls a minute from one address. */
@Injectable()
export class AddressLimits {
  constructor(
    @Inject(ADDRESS_LIMITS) private readonly rules: readonly AddressLimitRule[],
    private readonly counter: CallCounter,
  ) {}

  /** Counts a call of the rule that the path matches first; of none, it does nothing. @throws Problem Throttling */
  async countPath(request: Request, response: Response): Promise<void> {
    await this.apply(
      this.rules.find(({ begins }) => request.originalUrl.startsWith(begins)),
      request,
      response,
    );
  }

  /** Counts a call of a rule, whatever its path. @throws Problem Throttling */
  async countAs(name: string, request: Request): Promise<void> {
    const rule = this.rules.find((one) => one.name === name);
    if (!rule) throw new Error(`There is no limit ${name}`);
    await this.apply(rule, request, request.res as Response);
  }

  private async apply(rule: AddressLimitRule | undefined, request: Request, response: Response): Promise<void> {
    if (rule) applyCount(response, await this.counter.countAddress(rule.name, rule.callsPerMinute, request.ip));
  }
}

/** Limits the calls a minute from one address. The first rule that matches a path counts its calls. */
@Injectable()
export class AddressLimit implements NestMiddleware {
  constructor(private readonly limits: AddressLimits) {}

  use(request: Request, response: Response, next: NextFunction): void {
    this.limits.countPath(request, response).then(() => next(), next);
  }
}
