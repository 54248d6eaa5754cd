import { Module } from '@nestjs/common';
import { RecordLookup } from '#libs/core/networks';
import { PagesConfig } from '../config.js';
import { AccountHosts } from './account-hosts.js';
import { DomainRechecks } from './domain-rechecks.js';
import { DomainVerification } from './domain-verification.service.js';
import { DomainsController } from './domains.controller.js';
import { DomainsService } from './domains.service.js';
import { DomainsResolver } from './graphql/domains.resolver.js';
import { OwnHosts } from './own-hosts.js';
import { SiteDomainRepository } from './site-domain.repository.js';

@Module({
  controllers: [DomainsController],
  providers: [
    AccountHosts,
    DomainRechecks,
    DomainsResolver,
    DomainsService,
    DomainVerification,
    OwnHosts,
    SiteDomainRepository,
    {
      provide: RecordLookup,
      inject: [PagesConfig],
      useFactory: ({ dnsServer }: PagesConfig) => new RecordLookup(dnsServer),
    },
  ],
  exports: [AccountHosts, DomainsService, OwnHosts, SiteDomainRepository],
})
export class DomainsModule {}
