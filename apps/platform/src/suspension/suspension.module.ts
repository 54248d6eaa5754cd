import { Module } from '@nestjs/common';
import { SuspendedSenders } from './suspended-senders.js';

@Module({ providers: [SuspendedSenders], exports: [SuspendedSenders] })
export class SuspensionModule {}
