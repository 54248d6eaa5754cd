import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '#libs/core/app';
import { AppEventsModule } from '#libs/core/app-events';
import { CallLimitsModule } from '#libs/core/limits';
import { AccountDeletionModule } from './account-deletion/account-deletion.module.js';
import { AddressVerificationModule } from './address-verification/address-verification.module.js';
import { AddressesModule } from './addresses/addresses.module.js';
import { AdminNoticesModule } from './admin-notices/admin-notices.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import type { IdentityConfig } from './config.js';
import { ConsoleModule } from './console/console.module.js';
import { CredentialViewModule } from './credential-view/credential-view.module.js';
import { identityAuth } from './credential-view/identity-auth.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { ENTITIES } from './entities.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { JOB_KINDS } from './jobs.js';
import { LimitsModule } from './limits/limits.module.js';
import { AccountPagesModule } from './account-pages/account-pages.module.js';
import { LoginModule } from './login/login.module.js';
import { MembersModule } from './members/members.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { PasswordResetModule } from './password-reset/password-reset.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SigningKeysModule } from './signing-keys/signing-keys.module.js';
import { SupportModule } from './support/support.module.js';
import { TenantDeletionModule } from './tenant-deletion/tenant-deletion.module.js';
import { TenantExportModule } from './tenant-export/tenant-export.module.js';
import { TenantsModule } from './tenants/tenants.module.js';
import { TwoFactorModule } from './two-factor/two-factor.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class IdentityModule {
  static forRoot(config: IdentityConfig): DynamicModule {
    return {
      module: IdentityModule,
      imports: [
        ServiceModule.withAuth(config, identityAuth(config), { app: 'identity', entities: ENTITIES, jobs: JOB_KINDS }),
        AppEventsModule.forSender({
          app: 'identity',
          serviceSecret: config.serviceSecret,
          checksPayloads: !config.isProduction,
          receivers: {
            platform: config.platformUrl,
            mail: config.mailUrl,
            pages: config.pagesUrl,
            crm: config.crmUrl,
          },
        }),
        AppEventsModule.forReceiver(),
        CallLimitsModule.forRoot({ app: 'identity', redisUrl: config.redisUrl }),
        LimitsModule.forRoot(config),
        CredentialsModule,
        CredentialViewModule,
        AccountDeletionModule,
        AccountPagesModule,
        AddressesModule,
        AddressVerificationModule,
        AdminNoticesModule,
        ApiKeysModule,
        ConsoleModule,
        HousekeepingModule,
        InvitationsModule,
        LoginModule,
        MembersModule,
        OidcModule,
        PasswordResetModule,
        ProfilesModule,
        RegistrationModule,
        SessionsModule,
        SigningKeysModule,
        SupportModule,
        TenantDeletionModule,
        TenantExportModule,
        TenantsModule,
        TwoFactorModule,
        UsersModule,
      ],
    };
  }
}
