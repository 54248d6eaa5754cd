import type { DynamicModule } from '@nestjs/common';
import { AuthModule, CredentialSource, KeyUseReporter, SessionUseReporter, SigningKeys } from '#libs/core/auth';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import type { IdentityConfig } from '../config.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { LocalSigningKeys } from '../signing-keys/local-signing-keys.js';
import { SigningKeysModule } from '../signing-keys/signing-keys.module.js';
import { DatabaseCredentialSource } from './database-credential-source.js';
import { DatabaseKeyUseReporter, DatabaseSessionUseReporter } from './use-reporters.js';

/** The guard of every route, which reads identity's own tables where other apps ask identity. */
export function identityAuth({ redisUrl, serviceSecret, issuer, isProduction }: IdentityConfig): DynamicModule {
  const authority = [
    ApiKeyRepository,
    SessionRepository,
    { provide: CredentialSource, useClass: DatabaseCredentialSource },
    { provide: KeyUseReporter, useClass: DatabaseKeyUseReporter },
    { provide: SessionUseReporter, useClass: DatabaseSessionUseReporter },
    { provide: SigningKeys, useClass: LocalSigningKeys },
  ];
  const options = { redisUrl, serviceSecret, issuer, operatorsNeedSecondFactor: isProduction };
  return AuthModule.forAuthority(options, authority, [SigningKeysModule]);
}
