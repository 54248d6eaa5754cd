import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { LimitsModule } from '../limits/limits.module.js';
import { PlansModule } from './plans.module.js';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';

/** Enforces the rate limits of the tenant's plan on every route. */
@Module({
  imports: [LimitsModule, PlansModule],
  providers: [{ provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor }],
})
export class PlanRatesModule {}
