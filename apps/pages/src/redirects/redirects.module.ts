import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { RedirectChain } from './redirect-chain.js';
import { RedirectsController } from './redirects.controller.js';
import { RedirectsService } from './redirects.service.js';
import { SiteRedirectRepository } from './site-redirect.repository.js';

@Module({
  imports: [DomainsModule],
  controllers: [RedirectsController],
  providers: [RedirectChain, RedirectsService, SiteRedirectRepository],
})
export class RedirectsModule {}
