import { Module } from '@nestjs/common';
import { SuspendedSenders } from './suspended-senders.js';
import { Suspension } from './suspension.js';

@Module({ providers: [Suspension, SuspendedSenders], exports: [Suspension, SuspendedSenders] })
export class SuspensionModule {}
