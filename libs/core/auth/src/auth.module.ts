import {
  Module,
  type DynamicModule,
  type InjectionToken,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { AccessGuard } from './access/access.guard.js';
import { AccessRegistry } from './access/access-registry.js';
import { AuthSettings, type KeyRules } from './auth-settings.js';
import { CredentialReader } from './credentials/credential-reader.js';
import { CredentialSource } from './credentials/credential-source.js';
import { HttpCredentialSource } from './credentials/http-credential-source.js';
import { HttpKeyUseReporter, HttpSessionUseReporter } from './use/http-use-reporters.js';
import { IdentityClient } from './identity/identity-client.js';
import { KeyAuthenticator } from './credentials/key-authenticator.js';
import { KeyUse, KeyUseReporter } from './use/key-use.js';
import { OngoingAccess } from './access/ongoing-access.js';
import { SessionAuthenticator } from './sessions/session-authenticator.js';
import { SignatureAuthenticator } from './signature/signature-authenticator.js';
import { SessionCheck } from './sessions/session-check.js';
import { SessionUse, SessionUseReporter } from './use/session-use.js';
import { sessionTokenProviders } from './sessions/session-token.js';
import { RemoteSigningKeys, SigningKeys } from './sessions/signing-keys.js';
import { SupportAccess } from './principal/support-access.js';
import { Suspension } from './credentials/suspension.js';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { ViewStore } from './credentials/view-store.js';

interface GuardOptions {
  redisUrl: string;
  serviceSecret: string;
  /** Issuer of session tokens: identity's public address. */
  issuer: string;
  /** Origins whose pages may write with the session cookie. */
  allowedOrigins?: readonly string[];
  /** Whether operators must have a second factor; false if absent. */
  operatorsNeedSecondFactor?: boolean;
  rules?: KeyRules;
}

export interface AuthOptions extends GuardOptions {
  /** Address of identity. */
  identityUrl: string;
}

const VIEW_REDIS = Symbol('VIEW_REDIS');

/**
 * The guard of every route. Apps use {@link AuthModule.forApp}; identity, which is the authority, uses
 * {@link AuthModule.forAuthority} with its own providers.
 */
@Module({})
export class AuthModule implements OnApplicationShutdown {
  constructor(private readonly view: ViewStore) {}

  static forApp(options: AuthOptions): DynamicModule {
    return assemble(
      options,
      [
        {
          provide: IdentityClient,
          useFactory: () => new IdentityClient({ url: options.identityUrl, serviceSecret: options.serviceSecret }),
        },
        { provide: CredentialSource, useClass: HttpCredentialSource },
        { provide: KeyUseReporter, useClass: HttpKeyUseReporter },
        { provide: SessionUseReporter, useClass: HttpSessionUseReporter },
        { provide: SigningKeys, useFactory: () => new RemoteSigningKeys(options.identityUrl, options.issuer) },
      ],
      [IdentityClient],
    );
  }

  /**
   * For the app that owns the credentials.
   * @param authority {@link CredentialSource}, {@link KeyUseReporter}, {@link SessionUseReporter} and {@link SigningKeys}
   * @param imports the modules that they need
   */
  static forAuthority(options: GuardOptions, authority: Provider[], imports: Type[] = []): DynamicModule {
    return assemble(options, authority, [], imports);
  }

  /** Not earlier: running requests and the last report of key use still need the connection. */
  onApplicationShutdown(): void {
    this.view.close();
  }
}

function assemble(
  options: GuardOptions,
  sources: Provider[],
  exported: InjectionToken[],
  imports: Type[] = [],
): DynamicModule {
  return {
    module: AuthModule,
    global: true,
    imports: [DiscoveryModule, PassportModule, ...imports],
    providers: [
      ...sources,
      { provide: VIEW_REDIS, useFactory: () => createRedis(options.redisUrl) },
      {
        provide: ViewStore,
        inject: [VIEW_REDIS],
        useFactory: (redis: RedisClient) => new ViewStore(redis, options.serviceSecret),
      },
      {
        provide: AuthSettings,
        useFactory: () =>
          new AuthSettings(
            options.serviceSecret,
            options.allowedOrigins ?? [],
            options.operatorsNeedSecondFactor ?? false,
            options.rules,
          ),
      },
      CredentialReader,
      KeyUse,
      SessionUse,
      KeyAuthenticator,
      SignatureAuthenticator,
      SessionAuthenticator,
      SessionCheck,
      SupportAccess,
      Suspension,
      ...sessionTokenProviders(),
      AccessRegistry,
      AccessGuard,
      { provide: APP_GUARD, useExisting: AccessGuard },
      OngoingAccess,
    ],
    exports: [
      AuthSettings,
      ViewStore,
      CredentialReader,
      AccessRegistry,
      CredentialSource,
      KeyAuthenticator,
      OngoingAccess,
      SessionCheck,
      SigningKeys,
      Suspension,
      ...exported,
    ],
  };
}
