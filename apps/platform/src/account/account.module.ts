import { Module } from '@nestjs/common';
import { UsageModule } from '../usage/usage.module.js';
import { AccountController } from './account.controller.js';

@Module({ imports: [UsageModule], controllers: [AccountController] })
export class AccountModule {}
