import { Module } from '@nestjs/common';
import { ContactEvents } from './contact-events.js';

@Module({ providers: [ContactEvents], exports: [ContactEvents] })
export class ContactEventsModule {}
