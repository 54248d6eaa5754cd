import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SettingsModule } from '#libs/core/app';
import { AccessRegistry } from '#libs/core/auth';
import type { DashboardConfig } from './config.js';
import { CallLimitsModule } from '#libs/core/limits';
import { FramesModule } from './frames/frames.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { PageModule } from './page/page.module.js';
import { WebDirModule } from './page/web-dir.module.js';
import { Readiness } from './readiness.js';
import { RestProxyModule } from './rest-proxy/rest-proxy.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';

@Module({})
export class DashboardModule {
  /** @param webDir the directory of the built page */
  static forRoot(config: DashboardConfig, webDir: string): DynamicModule {
    return {
      module: DashboardModule,
      imports: [
        DiscoveryModule,
        SettingsModule.forRoot(config),
        WebDirModule.forRoot(webDir),
        CallLimitsModule.forRoot({ app: 'dashboard', redisUrl: config.redisUrl }),
        SignInModule,
        GatewayModule,
        RestProxyModule,
        FramesModule,
        // Its last route matches every path.
        PageModule,
      ],
      // A route that does not say who may call it keeps the app from starting, as in every app.
      providers: [AccessRegistry, Readiness],
    };
  }
}
