import { Module } from '@nestjs/common';
import { DkimKeyCache } from '#libs/domains';
import { DomainDirectory } from './domain-directory.js';
import { SigningKeys } from './signing-keys.js';

@Module({
  providers: [DkimKeyCache, DomainDirectory, SigningKeys],
  exports: [DomainDirectory, SigningKeys],
})
export class DomainsModule {}
