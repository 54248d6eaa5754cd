import { Module } from '@nestjs/common';
import { Suspension } from './suspension.js';

@Module({ providers: [Suspension], exports: [Suspension] })
export class SuspensionModule {}
