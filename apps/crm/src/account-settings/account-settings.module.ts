import { Module } from '@nestjs/common';
import { AccountSettingsController } from './account-settings.controller.js';
import { AccountSettingsRepository } from './account-settings.repository.js';
import { AccountSettingsService } from './account-settings.service.js';

@Module({
  controllers: [AccountSettingsController],
  providers: [AccountSettingsRepository, AccountSettingsService],
  exports: [AccountSettingsRepository],
})
export class AccountSettingsModule {}
