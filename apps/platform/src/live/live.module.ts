import { Module } from '@nestjs/common';
import { LiveTenants } from './live-tenants.js';
import { TenantEventsController } from './tenant-events.controller.js';

@Module({ controllers: [TenantEventsController], providers: [LiveTenants] })
export class LiveModule {}
