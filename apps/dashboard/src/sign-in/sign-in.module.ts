import { Module } from '@nestjs/common';
import { createRedis } from '#libs/core/redis';
import { DashboardConfig } from '../config.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { Identity } from './identity.js';
import { REDIS, SessionStore } from './session-store.js';
import { Sessions } from './sessions.js';
import { SignInController } from './sign-in.controller.js';
import { SupportController } from './support/support.controller.js';
import { SupportSessions } from './support/support-sessions.js';

@Module({
  imports: [UpstreamsModule],
  controllers: [SignInController, SupportController],
  providers: [
    { provide: REDIS, inject: [DashboardConfig], useFactory: ({ redisUrl }: DashboardConfig) => createRedis(redisUrl) },
    SessionStore,
    Identity,
    Sessions,
    SupportSessions,
  ],
  exports: [REDIS, SessionStore, Sessions],
})
export class SignInModule {}
