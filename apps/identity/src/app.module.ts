import {
  Inject,
  Module,
  type DynamicModule,
  type MiddlewareConsumer,
  type NestModule,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AuditModule } from '#libs/audit';
import {
  AuthModule,
  createViewRedis,
  CredentialSource,
  KeyUseReporter,
  SessionUseReporter,
  SigningKeys,
} from '#libs/auth';
import { JobsModule } from '#libs/jobs';
import { KeyRing, SecretBox } from '#libs/secrets';
import { DatabaseModule } from '#libs/persistence';
import { Admission } from './admission/admission.js';
import { AddressRepository } from './addresses/address.repository.js';
import { AddressService } from './addresses/address.service.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { ApiKeyRecord } from './api-keys/api-key.entity.js';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { DatabaseKeyUseReporter } from './api-keys/database-key-use-reporter.js';
import { IdentityConfig } from './config.js';
import { ConsoleTenantRepository } from './console/console-tenant.repository.js';
import { ConsoleTenantsController } from './console/console-tenants.controller.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { DatabaseCredentialSource } from './credentials/database-credential-source.js';
import { ViewPublisher } from './credentials/view-publisher.js';
import { DatabaseReadiness } from './database/database-readiness.js';
import { SystemDatabase } from './database/system-database.js';
import { Housekeeping } from './housekeeping/housekeeping.js';
import { Accounts } from './oidc/accounts.js';
import { AppSessions } from './oidc/app-sessions.js';
import { ArtifactPurge } from './oidc/artifact-purge.js';
import { ArtifactRepository } from './oidc/artifact.repository.js';
import { BrowserSignIn } from './oidc/browser-sign-in.js';
import { OidcClients } from './oidc/clients.js';
import { OidcProvider } from './oidc/oidc-provider.service.js';
import { OIDC_ROUTES, OidcMiddleware } from './oidc/oidc.middleware.js';
import { SignInPages } from './oidc/sign-in-pages.js';
import { SignInService } from './oidc/sign-in.service.js';
import { AcceptanceService } from './invitations/acceptance.service.js';
import { InvitationRepository } from './invitations/invitation.repository.js';
import { InvitationService } from './invitations/invitation.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitedRegistration } from './invitations/invited-registration.js';
import { InvitationPages } from './link-pages/invitation-pages.js';
import { LINK_ROUTES, LinkPagesMiddleware } from './link-pages/link-pages.middleware.js';
import { PasswordPages } from './link-pages/password-pages.js';
import { VerificationPages } from './link-pages/verification-pages.js';
import { LinkTokenRepository } from './links/link-token.repository.js';
import { MailLimit } from './mail/mail-limit.js';
import { MailLinks } from './mail/mail-links.js';
import { JOB_KINDS, MailOutbox } from './mail/mail-outbox.js';
import { MailProcessor } from './mail/mail.processor.js';
import { MailTransport } from './mail/mail-transport.js';
import { MemberRepository } from './members/member.repository.js';
import { MemberService } from './members/member.service.js';
import { MembersController } from './members/members.controller.js';
import { GuessLimit, LIMITS_REDIS } from './passwords/guess-limit.js';
import { PasswordCheck } from './passwords/password-check.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { AddressLimit } from './pages/address-limit.js';
import { ForgottenPassword } from './password-reset/forgotten-password.js';
import { NewPasswordService } from './password-reset/new-password.service.js';
import { PasswordsController } from './password-reset/passwords.controller.js';
import { PeopleController } from './people/people.controller.js';
import { PeopleService } from './people/people.service.js';
import { PersonRepository } from './people/person.repository.js';
import { RegistrationService } from './people/registration.service.js';
import { DatabaseSessionUseReporter } from './sessions/database-session-use-reporter.js';
import { LoginService } from './sessions/login.service.js';
import { SessionPurge } from './sessions/session-purge.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SessionTokens } from './sessions/session-tokens.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { JwksController } from './signing-keys/jwks.controller.js';
import { KeyRotation } from './signing-keys/key-rotation.js';
import { LocalSigningKeys } from './signing-keys/local-signing-keys.js';
import { SigningKeyRing } from './signing-keys/signing-key-ring.js';
import { SupportController } from './support/support.controller.js';
import { SupportSessionRepository } from './support/support-session.repository.js';
import { SupportSessionService } from './support/support-session.service.js';
import { SigningKeyRepository } from './signing-keys/signing-key.repository.js';
import { SigningKeysController } from './signing-keys/signing-keys.controller.js';
import { StatisticsController } from './statistics/statistics.controller.js';
import { Membership } from './tenants/membership.entity.js';
import { Tenant } from './tenants/tenant.entity.js';
import { TenantRepository } from './tenants/tenant.repository.js';
import { TenantService } from './tenants/tenant.service.js';
import { TenantsController } from './tenants/tenants.controller.js';
import { PendingLoginRepository } from './two-factor/pending-login.repository.js';
import { SecondFactor } from './two-factor/second-factor.js';
import { TwoFactorController } from './two-factor/two-factor.controller.js';
import { TwoFactorRepository } from './two-factor/two-factor.repository.js';
import { TwoFactorService } from './two-factor/two-factor.service.js';
import { VerificationController } from './verification/verification.controller.js';
import { VerificationService } from './verification/verification.service.js';

/** Sign-in for apps by OpenID Connect. */
const OPENID_CONNECT: Provider[] = [
  Accounts,
  AddressLimit,
  AppSessions,
  ArtifactPurge,
  ArtifactRepository,
  BrowserSignIn,
  OidcClients,
  OidcMiddleware,
  OidcProvider,
  SignInPages,
  SignInService,
];

/** The pages behind the links of mail. */
const LINK_PAGES: Provider[] = [InvitationPages, LinkPagesMiddleware, PasswordPages, VerificationPages];

/** What the guard asks in other apps over HTTP, identity answers from its own tables. */
const AUTHORITY: Provider[] = [
  SystemDatabase,
  SigningKeyRepository,
  SigningKeyRing,
  ApiKeyRepository,
  { provide: CredentialSource, useClass: DatabaseCredentialSource },
  { provide: KeyUseReporter, useClass: DatabaseKeyUseReporter },
  SessionRepository,
  { provide: SessionUseReporter, useClass: DatabaseSessionUseReporter },
  { provide: SigningKeys, useClass: LocalSigningKeys },
];

@Module({
  controllers: [
    AddressesController,
    ApiKeysController,
    ConsoleTenantsController,
    CredentialsController,
    InvitationsController,
    JwksController,
    MembersController,
    PasswordsController,
    PeopleController,
    SessionsController,
    SupportController,
    SigningKeysController,
    StatisticsController,
    TenantsController,
    TwoFactorController,
    VerificationController,
  ],
  providers: [
    Admission,
    ...OPENID_CONNECT,
    ...LINK_PAGES,
    AcceptanceService,
    AddressRepository,
    AddressService,
    ApiKeyService,
    ConsoleTenantRepository,
    DatabaseReadiness,
    ForgottenPassword,
    GuessLimit,
    Housekeeping,
    KeyRotation,
    InvitationRepository,
    InvitationService,
    InvitedRegistration,
    LinkTokenRepository,
    LoginService,
    MailLimit,
    MailLinks,
    MailOutbox,
    MailProcessor,
    MailTransport,
    MemberRepository,
    MemberService,
    NewPasswordService,
    PasswordCheck,
    PasswordHasher,
    PendingLoginRepository,
    PeopleService,
    PersonRepository,
    RegistrationService,
    SecondFactor,
    SessionPurge,
    SessionService,
    SessionTokens,
    SupportSessionRepository,
    SupportSessionService,
    TenantRepository,
    TenantService,
    TwoFactorRepository,
    TwoFactorService,
    VerificationService,
    ViewPublisher,
  ],
})
export class IdentityModule implements NestModule, OnApplicationShutdown {
  constructor(@Inject(LIMITS_REDIS) private readonly limits: Redis) {}

  static forConfig(config: IdentityConfig): DynamicModule {
    return {
      module: IdentityModule,
      imports: [
        SettingsModule.forConfig(config),
        databaseOf(config),
        jobsOf(config),
        authOf(config),
        AuditModule.forRoot(),
      ],
      providers: [{ provide: LIMITS_REDIS, useFactory: () => createViewRedis(config.redisUrl) }],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(OidcMiddleware).forRoutes(...OIDC_ROUTES);
    consumer.apply(LinkPagesMiddleware).forRoutes(...LINK_ROUTES);
  }

  onApplicationShutdown(): void {
    this.limits.disconnect();
  }
}

@Module({})
class SettingsModule {
  static forConfig(config: IdentityConfig): DynamicModule {
    const box = { provide: SecretBox, useFactory: () => new SecretBox(KeyRing.fromConfig(config.encryptionKeys)) };
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: IdentityConfig, useValue: config }, box],
      exports: [IdentityConfig, SecretBox],
    };
  }
}

function databaseOf(config: IdentityConfig): DynamicModule {
  return DatabaseModule.forRoot({
    app: 'identity',
    url: config.databaseUrl,
    systemUrl: config.databaseSystemUrl,
    entities: [ApiKeyRecord, Membership, Tenant],
    poolSize: config.databasePoolSize,
  });
}

function jobsOf({ redisUrl, role, jobLeaseMs, reconcileMs }: IdentityConfig): DynamicModule {
  return JobsModule.forRoot({ app: 'identity', redisUrl, kinds: JOB_KINDS, role, leaseMs: jobLeaseMs, reconcileMs });
}

function authOf(config: IdentityConfig): DynamicModule {
  const { redisUrl, serviceSecret, issuer } = config;
  return AuthModule.forAuthority({ redisUrl, serviceSecret, issuer }, AUTHORITY, [
    SystemDatabase,
    SigningKeyRepository,
    SigningKeyRing,
    ApiKeyRepository,
    SessionRepository,
  ]);
}
