import { Module } from '@nestjs/common';
import { BlocklistModule } from '../blocklist/blocklist.module.js';
import { OidcClientsModule } from '../oidc/oidc-clients.module.js';
import { SupportModule } from '../support/support.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { LoginService } from './login.service.js';
import { SessionTokensModule } from './session-tokens.module.js';
import { SessionRepository } from './session.repository.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [BlocklistModule, OidcClientsModule, SessionTokensModule, SupportModule, TwoFactorModule, UsersModule],
  controllers: [SessionsController],
  providers: [LoginService, SessionsService, SessionRepository],
  exports: [LoginService, SessionsService],
})
export class SessionsModule {}
