import { Module } from '@nestjs/common';
import { LinkTokenRepository } from './link-token.repository.js';
import { LinksService } from './links.service.js';

@Module({
  providers: [LinksService, LinkTokenRepository],
  exports: [LinksService, LinkTokenRepository],
})
export class LinksModule {}
