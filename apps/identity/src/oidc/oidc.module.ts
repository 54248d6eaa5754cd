import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { LoginModule } from '../login/login.module.js';
import { MailModule } from '../mail/mail.module.js';
import { BrowserPagesModule } from '../browser-pages/browser-pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { RegistrationModule } from '../registration/registration.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SigningKeysModule } from '../signing-keys/signing-keys.module.js';
import { UsersModule } from '../users/users.module.js';
import { AppSessions } from './app-sessions.js';
import { ArtifactRepository } from './artifact.repository.js';
import { BrowserSignIn } from './browser-sign-in.js';
import { DevicePages } from './device/device-pages.js';
import { DevicePolls } from './device/device-polls.js';
import { UserCodeGuesses } from './device/user-code-guesses.js';
import { NewAccount } from './new-account.js';
import { OidcAccounts } from './oidc-accounts.js';
import { OidcClientsModule } from '../oidc-clients/oidc-clients.module.js';
import { OidcProvider } from './oidc-provider.service.js';
import { OIDC_ROUTES, OidcMiddleware } from './oidc.middleware.js';
import { SignInPages } from './sign-in-pages.js';
import { SignInService } from './sign-in.service.js';

/** Sign-in to apps by OpenID Connect. */
@Module({
  imports: [
    BrowserPagesModule,
    LoginModule,
    MailModule,
    OidcClientsModule,
    PasswordsModule,
    RegistrationModule,
    SessionsModule,
    SigningKeysModule,
    UsersModule,
  ],
  providers: [
    AppSessions,
    ArtifactRepository,
    BrowserSignIn,
    DevicePages,
    DevicePolls,
    OidcAccounts,
    OidcMiddleware,
    OidcProvider,
    NewAccount,
    SignInPages,
    SignInService,
    UserCodeGuesses,
  ],
  exports: [BrowserSignIn],
})
export class OidcModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(OidcMiddleware).forRoutes(...OIDC_ROUTES);
  }
}
