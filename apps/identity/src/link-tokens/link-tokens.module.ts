import { Module } from '@nestjs/common';
import { LinkTokenRepository } from './link-token.repository.js';
import { LinkTokensService } from './link-tokens.service.js';

@Module({
  providers: [LinkTokensService, LinkTokenRepository],
  exports: [LinkTokensService, LinkTokenRepository],
})
export class LinkTokensModule {}
