import { Module } from '@nestjs/common';
import { createRedis } from '#libs/core/redis';
import { DashboardConfig } from '../config.js';
import { Identity } from './identity.js';
import { REDIS, SessionStore } from './session-store.js';
import { Sessions } from './sessions.js';
import { SignInController } from './sign-in.controller.js';

@Module({
  controllers: [SignInController],
  providers: [
    { provide: REDIS, inject: [DashboardConfig], useFactory: ({ redisUrl }: DashboardConfig) => createRedis(redisUrl) },
    SessionStore,
    Identity,
    Sessions,
  ],
  exports: [REDIS, SessionStore, Sessions],
})
export class SignInModule {}
