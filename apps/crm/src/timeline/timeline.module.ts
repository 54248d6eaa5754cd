import { Module } from '@nestjs/common';
import { Timeline } from './timeline.js';

@Module({ providers: [Timeline], exports: [Timeline] })
export class TimelineModule {}
