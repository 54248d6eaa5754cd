import { Module } from '@nestjs/common';
import { UsageRepository } from '../usage/usage.repository.js';
import { UsageService } from '../usage/usage.service.js';
import { AccountController } from './account.controller.js';

@Module({ controllers: [AccountController], providers: [UsageService, UsageRepository] })
export class AccountModule {}
