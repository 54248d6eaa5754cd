import { type DynamicModule, Module } from '@nestjs/common';
import { SettingsModule } from '#libs/core/app';
import type { DashboardConfig } from './config.js';
import { FramesModule } from './frames/frames.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { PageModule } from './page/page.module.js';
import { WebDirModule } from './page/web-dir.module.js';
import { Readiness } from './readiness.js';
import { RestProxyModule } from './rest-proxy/rest-proxy.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';

@Module({})
export class DashboardModule {
  static forRoot(config: DashboardConfig): DynamicModule {
    return {
      module: DashboardModule,
      imports: [
        SettingsModule.forRoot(config),
        WebDirModule,
        SignInModule,
        GatewayModule,
        RestProxyModule,
        FramesModule,
        // Its last route matches every path.
        PageModule,
      ],
      providers: [Readiness],
    };
  }
}
