import { Module } from '@nestjs/common';
import { TenantsModule } from '../tenants/tenants.module.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [TenantsModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysService, ApiKeyRepository],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
