import { Module } from '@nestjs/common';
import { DomainSigningKeys } from './signing-keys.js';

@Module({ providers: [DomainSigningKeys], exports: [DomainSigningKeys] })
export class DomainsModule {}
