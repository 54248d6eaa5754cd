import { Module } from '@nestjs/common';
import { OidcClientsModule } from '../oidc-clients/oidc-clients.module.js';
import { SigningKeysModule } from '../signing-keys/signing-keys.module.js';
import { PendingLoginRepository } from './pending-login.repository.js';
import { SessionTokens } from './session-tokens.js';
import { SessionRepository } from './session.repository.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [OidcClientsModule, SigningKeysModule],
  controllers: [SessionsController],
  providers: [PendingLoginRepository, SessionRepository, SessionsService, SessionTokens],
  exports: [PendingLoginRepository, SessionsService, SessionTokens],
})
export class SessionsModule {}
