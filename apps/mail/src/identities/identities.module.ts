import { Module } from '@nestjs/common';
import { HtmlDisplay } from '../display/html-display.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { IdentitiesController } from './identities.controller.js';
import { IdentitiesService } from './identities.service.js';
import { IdentityRepository } from './identity.repository.js';
import { IdentitiesResolver } from './graphql/identities.resolver.js';

@Module({
  imports: [MailboxAccessModule],
  controllers: [IdentitiesController],
  providers: [IdentitiesResolver, HtmlDisplay, IdentitiesService, IdentityRepository],
  exports: [IdentitiesService, IdentityRepository],
})
export class IdentitiesModule {}
