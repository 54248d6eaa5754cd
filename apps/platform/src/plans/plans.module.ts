import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { LimitsModule } from '../limits/limits.module.js';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';

/** What an account's plan grants, held to in every route. */
@Module({ imports: [LimitsModule], providers: [{ provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor }] })
export class PlansModule {}
