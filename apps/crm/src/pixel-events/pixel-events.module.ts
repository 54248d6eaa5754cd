import { Module } from '@nestjs/common';
import { EventDaysModule } from '../event-days/event-days.module.js';
import { PixelEventsReceiver } from './pixel-events.receiver.js';

/** Takes what contacts do on pages from Pages, which comes by events. */
@Module({ imports: [EventDaysModule], providers: [PixelEventsReceiver] })
export class PixelEventsModule {}
