import { Module } from '@nestjs/common';
import { TenantKeyRotation } from './tenant-key-rotation.js';
import { TenantKeys } from './tenant-keys.js';

@Module({ providers: [TenantKeyRotation, TenantKeys], exports: [TenantKeys] })
export class KeysModule {}
