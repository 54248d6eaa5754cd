import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { TenantsModule } from '../tenants/tenants.module.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [AddressesModule, TenantsModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysService, ApiKeyRepository],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
