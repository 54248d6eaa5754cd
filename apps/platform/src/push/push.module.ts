import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AddressLimit } from '#libs/core/limits';
import { LimitsModule } from '../limits/limits.module.js';
import { PushCredentialsModule } from '../push-credentials/push-credentials.module.js';
import { DeviceRepository } from './devices/device.repository.js';
import { DevicesController } from './devices/devices.controller.js';
import { DevicesService } from './devices/devices.service.js';
import { DevicesResolver } from './devices/graphql/devices.resolver.js';
import { TenantDevicesController } from './devices/tenant-devices.controller.js';
import { PushServices } from './site-config/push-services.js';
import { PushSiteRepository } from './site-config/push-site.repository.js';
import { PushSites } from './site-config/push-sites.service.js';
import { SiteConfigResolver } from './site-config/graphql/site-config.resolver.js';
import { SiteConfigs } from './site-config/site-config.service.js';
import { SiteConfigController } from './site-config/site-config.controller.js';
import { SiteCors } from './site-config/site-cors.js';
import { SiteDevicesController } from './site-config/site-devices.controller.js';
import { SiteDevicesService } from './site-config/site-devices.service.js';
import { SITE_DEVICES_PATH } from './site-config/site-settings.js';

@Module({
  imports: [LimitsModule, PushCredentialsModule],
  controllers: [DevicesController, TenantDevicesController, SiteConfigController, SiteDevicesController],
  providers: [
    DeviceRepository,
    DevicesResolver,
    DevicesService,
    PushServices,
    PushSiteRepository,
    PushSites,
    SiteConfigResolver,
    SiteConfigs,
    SiteCors,
    SiteDevicesService,
  ],
  exports: [DevicesService, PushSites],
})
export class PushModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(SiteCors, AddressLimit).forRoutes(SITE_DEVICES_PATH);
  }
}
