import { Module } from '@nestjs/common';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({ providers: [UsageRepository, UsageService], exports: [UsageRepository, UsageService] })
export class UsageModule {}
