import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AddressLimit } from '#libs/core/limits';
import { LimitsModule } from '../limits/limits.module.js';
import { AccountDeletionController } from './account-deletion.controller.js';
import { AuthController } from './auth.controller.js';
import { OwnAccountResolver } from './graphql/own-account.resolver.js';
import { OwnSessionsResolver } from './graphql/own-sessions.resolver.js';
import { TwoFactorResolver } from './graphql/two-factor.resolver.js';
import { IdentityGateway } from './identity-gateway.js';
import { OwnAccountService } from './own-account.service.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { PasswordsController } from './passwords.controller.js';
import { ProfileController } from './profile.controller.js';
import { SessionCookie } from './session-cookie.js';
import { SessionsController } from './sessions.controller.js';
import { SignIns } from './sign-ins.js';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorService } from './two-factor.service.js';
import { VerificationController } from './verification.controller.js';

@Module({
  imports: [LimitsModule],
  controllers: [
    AccountDeletionController,
    AuthController,
    PasswordsController,
    ProfileController,
    SessionsController,
    TwoFactorController,
    VerificationController,
  ],
  providers: [
    IdentityGateway,
    OwnAccountResolver,
    OwnAccountService,
    OwnSessionsResolver,
    OwnSessionsService,
    SessionCookie,
    SignIns,
    TwoFactorResolver,
    TwoFactorService,
  ],
  exports: [IdentityGateway, LimitsModule],
})
export class AuthGatewayModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AddressLimit).forRoutes('api/auth/*path');
  }
}
