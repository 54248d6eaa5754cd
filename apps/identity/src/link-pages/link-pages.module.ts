import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { LinksModule } from '../links/links.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { OwnershipModule } from '../ownership/ownership.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordResetModule } from '../password-reset/password-reset.module.js';
import { UsersModule } from '../users/users.module.js';
import { InvitationPages } from './invitation-pages.js';
import { LINK_ROUTES, LinkPagesMiddleware } from './link-pages.middleware.js';
import { PasswordPages } from './password-pages.js';
import { VerificationPages } from './verification-pages.js';

/** The pages behind the links of mails. */
@Module({
  imports: [
    AddressesModule,
    InvitationsModule,
    LinksModule,
    OidcModule,
    OwnershipModule,
    PagesModule,
    PasswordResetModule,
    UsersModule,
  ],
  providers: [InvitationPages, LinkPagesMiddleware, PasswordPages, VerificationPages],
})
export class LinkPagesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(LinkPagesMiddleware).forRoutes(...LINK_ROUTES);
  }
}
