import { Module } from '@nestjs/common';
import { ReportsModule } from '../../reports/reports.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { MessageEvents } from './message-events.service.js';

@Module({
  imports: [ReportsModule, WebhooksModule],
  providers: [MessageEvents],
  exports: [MessageEvents],
})
export class MessageEventsModule {}
