import { Module } from '@nestjs/common';
import { EventCounts } from './event-counts.js';

@Module({ providers: [EventCounts], exports: [EventCounts] })
export class EventCountsModule {}
