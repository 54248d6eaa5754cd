import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { placeOf } from '#libs/networks';
import { applyCount, CallCounter } from '#libs/limits';
import { PlatformConfig } from '../config.js';

/** Public routes that share a limit, by the beginning of their path. */
const CLASSES = [
  { name: 'auth-calls', begins: '/api/auth/', limitOf: (config: PlatformConfig) => config.authCallsPerMinute },
  { name: 'site-calls', begins: '/push/site/', limitOf: (config: PlatformConfig) => config.siteCallsPerMinute },
  { name: 'visitor-calls', begins: '/t/', limitOf: (config: PlatformConfig) => config.visitorCallsPerMinute },
] as const;

/** Limits the calls a minute from one address, by class of route. */
@Injectable()
export class AddressLimit implements NestMiddleware {
  constructor(
    private readonly config: PlatformConfig,
    private readonly counter: CallCounter,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const path = request.originalUrl;
    const routes = CLASSES.find(({ begins }) => path.startsWith(begins));
    if (!routes) return next();
    const counted = this.counter.count(
      routes.name,
      routes.limitOf(this.config),
      placeOf(request.ip ?? '') ?? 'unknown',
    );
    counted.then((count) => applyCount(response, count)).then(() => next(), next);
  }
}
