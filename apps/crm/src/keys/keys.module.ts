import { Module } from '@nestjs/common';
import { TenantKeys } from './tenant-keys.js';

@Module({ providers: [TenantKeys], exports: [TenantKeys] })
export class KeysModule {}
