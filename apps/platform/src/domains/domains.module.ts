import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { DkimKeyCache, DomainChecker, KeyMaker } from '#libs/messaging/domains';
import { RecordLookup } from '#libs/core/networks';
import { PlatformConfig } from '../config.js';
import { DomainKeyRepository } from './domain-key.repository.js';
import { DomainRechecks } from './domain-rechecks.js';
import { DomainVerification } from './domain-verification.service.js';
import { DomainRepository } from './domain.repository.js';
import { DomainStandings } from './domain-standings.js';
import { DomainsController } from './domains.controller.js';
import { DomainsService } from './domains.service.js';
import { DomainChangesResolver } from './graphql/domain-changes.resolver.js';
import { DomainsResolver } from './graphql/domains.resolver.js';
import { MailDomainsReceiver } from './mail-domains.receiver.js';
import { DomainSigningKeys } from './domain-signing-keys.js';

@Module({
  controllers: [DomainsController, byKey(DomainsController, { read: 'domains:read', write: 'domains:write' })],
  providers: [
    DkimKeyCache,
    DomainChangesResolver,
    DomainChecker,
    DomainKeyRepository,
    DomainRechecks,
    DomainRepository,
    DomainSigningKeys,
    DomainsResolver,
    DomainStandings,
    DomainsService,
    DomainVerification,
    KeyMaker,
    MailDomainsReceiver,
    {
      provide: RecordLookup,
      inject: [PlatformConfig],
      useFactory: ({ dnsServer }: PlatformConfig) => new RecordLookup(dnsServer),
    },
  ],
  exports: [
    DkimKeyCache,
    DomainChecker,
    DomainSigningKeys,
    DomainsService,
    DomainStandings,
    DomainVerification,
    KeyMaker,
    RecordLookup,
  ],
})
export class DomainsModule {}
