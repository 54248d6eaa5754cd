import { Module } from '@nestjs/common';
import { TenantEvents } from './tenant-events.js';

/** Tells listeners what of a tenant changes. */
@Module({ providers: [TenantEvents], exports: [TenantEvents] })
export class TenantEventsModule {}
