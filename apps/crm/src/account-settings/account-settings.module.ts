import { Module } from '@nestjs/common';
import { AccountSettingsController } from './account-settings.controller.js';
import { AccountSettingsRepository } from './account-settings.repository.js';
import { AccountSettingsResolver } from './graphql/account-settings.resolver.js';
import { AccountSettingsService } from './account-settings.service.js';

@Module({
  controllers: [AccountSettingsController],
  providers: [AccountSettingsRepository, AccountSettingsResolver, AccountSettingsService],
  exports: [AccountSettingsRepository],
})
export class AccountSettingsModule {}
