import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AddressVerificationModule } from '../address-verification/address-verification.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { LinkTokensModule } from '../link-tokens/link-tokens.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { OwnershipModule } from '../ownership/ownership.module.js';
import { BrowserPagesModule } from '../browser-pages/browser-pages.module.js';
import { PasswordResetModule } from '../password-reset/password-reset.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { InvitationPages } from './invitation-pages.js';
import { LINK_ROUTES, AccountPagesMiddleware } from './account-pages.middleware.js';
import { PasswordPages } from './password-pages.js';
import { VerificationPages } from './verification-pages.js';

/** The pages behind the links of mails. */
@Module({
  imports: [
    AddressVerificationModule,
    BrowserPagesModule,
    InvitationsModule,
    LinkTokensModule,
    OidcModule,
    OwnershipModule,
    PasswordResetModule,
    ProfilesModule,
  ],
  providers: [InvitationPages, AccountPagesMiddleware, PasswordPages, VerificationPages],
})
export class AccountPagesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AccountPagesMiddleware).forRoutes(...LINK_ROUTES);
  }
}
