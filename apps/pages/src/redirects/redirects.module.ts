import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { PagesFeatureModule } from '../pages/pages.module.js';
import { RedirectRelations } from './graphql/redirect-relations.js';
import { RedirectsResolver } from './graphql/redirects.resolver.js';
import { RedirectChain } from './redirect-chain.js';
import { RedirectsController } from './redirects.controller.js';
import { RedirectsService } from './redirects.service.js';
import { SiteRedirectRepository } from './site-redirect.repository.js';

@Module({
  imports: [DomainsModule, PagesFeatureModule],
  controllers: [RedirectsController],
  providers: [RedirectChain, RedirectRelations, RedirectsResolver, RedirectsService, SiteRedirectRepository],
})
export class RedirectsModule {}
