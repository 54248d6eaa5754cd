import { Module } from '@nestjs/common';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryService } from './delivery.service.js';

@Module({
  imports: [MessageEventsModule, SuppressionsModule],
  providers: [DeliveryService, DeliveryMetrics],
  exports: [DeliveryService],
})
export class DeliveryModule {}
