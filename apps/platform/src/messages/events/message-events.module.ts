import { Module } from '@nestjs/common';
import { EventCountsModule } from '../../event-counts/event-counts.module.js';
import { MessageReportsModule } from '../../message-reports/message-reports.module.js';
import { TenantEventsModule } from '../../tenant-changes/tenant-events.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { MessageEvents } from './message-events.service.js';

@Module({
  imports: [EventCountsModule, MessageReportsModule, TenantEventsModule, WebhooksModule],
  providers: [MessageEvents],
  exports: [MessageEvents],
})
export class MessageEventsModule {}
