import { Module } from '@nestjs/common';
import { EventCountsModule } from '../../event-counts/event-counts.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { MessageEvents } from './message-events.service.js';

@Module({
  imports: [EventCountsModule, WebhooksModule],
  providers: [MessageEvents],
  exports: [MessageEvents],
})
export class MessageEventsModule {}
