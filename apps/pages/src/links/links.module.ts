import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { LinksResolver } from './graphql/links.resolver.js';
import { LinksController } from './links.controller.js';
import { LinksService } from './links.service.js';
import { ShortLinkRepository } from './short-link.repository.js';

@Module({
  imports: [DomainsModule],
  controllers: [LinksController],
  providers: [LinksResolver, LinksService, ShortLinkRepository],
})
export class LinksModule {}
