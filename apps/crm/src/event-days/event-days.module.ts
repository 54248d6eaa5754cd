import { Module } from '@nestjs/common';
import { EventDayRetention } from './event-day-retention.js';
import { EventDays } from './event-days.js';
import { EventDaysEraser } from './event-days.eraser.js';

/** Counts of what contacts did and got, by day. */
@Module({ providers: [EventDayRetention, EventDays, EventDaysEraser], exports: [EventDays] })
export class EventDaysModule {}
