import { Module } from '@nestjs/common';
import { AccountSettingsRepository } from './account-settings.repository.js';

@Module({ providers: [AccountSettingsRepository], exports: [AccountSettingsRepository] })
export class AccountSettingsModule {}
