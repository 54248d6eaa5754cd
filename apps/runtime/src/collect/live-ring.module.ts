import { Module } from '@nestjs/common';
import { TrafficFoldsModule } from '#libs/sites/traffic';
import { LiveRing } from './live-ring.js';

@Module({ imports: [TrafficFoldsModule], providers: [LiveRing] })
export class LiveRingModule {}
