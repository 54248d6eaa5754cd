import { Module } from '@nestjs/common';
import { RecordLookup } from '#libs/core/networks';
import { DkimKeyCache, DomainChecker, KeyMaker } from '#libs/messaging/domains';
import { MailConfig } from '../config.js';
import { OrganisationsModule } from '../organisations/organisations.module.js';
import { DkimSigningKeyRepository } from './signing-keys/dkim-signing-key.repository.js';
import { DomainCaches } from './domain-caches.js';
import { DomainDirectory } from './domain-directory.js';
import { DomainRechecks } from './verification/domain-rechecks.js';
import { DomainRecords } from './records/domain-records.js';
import { DomainSettingsService } from './domain-settings.service.js';
import { DomainVerification } from './verification/domain-verification.service.js';
import { DomainsController } from './domains.controller.js';
import { DomainsService } from './domains.service.js';
import { MailDomainRepository } from './mail-domain.repository.js';
import { OrgDomainsController } from './org-domains.controller.js';
import { PlatformDomainsReceiver } from './platform-domains.receiver.js';
import { SigningKeys } from './signing-keys/signing-keys.js';
import { DomainsResolver } from './graphql/domains.resolver.js';
import { DomainChangesResolver } from './graphql/domain-changes.resolver.js';

@Module({
  imports: [OrganisationsModule],
  controllers: [DomainsController, OrgDomainsController],
  providers: [
    DomainsResolver,
    DomainChangesResolver,
    DkimKeyCache,
    DkimSigningKeyRepository,
    DomainCaches,
    DomainChecker,
    DomainDirectory,
    DomainRechecks,
    DomainRecords,
    DomainSettingsService,
    DomainsService,
    DomainVerification,
    KeyMaker,
    MailDomainRepository,
    PlatformDomainsReceiver,
    SigningKeys,
    {
      provide: RecordLookup,
      inject: [MailConfig],
      useFactory: ({ dnsServer }: MailConfig) => new RecordLookup(dnsServer),
    },
  ],
  exports: [DomainDirectory, DomainsService, MailDomainRepository, SigningKeys],
})
export class DomainsModule {}
