import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';

/** What an account's plan grants, held to in every route. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor }] })
export class PlansModule {}
