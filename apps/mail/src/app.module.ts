import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '#libs/core/app';
import { AppEventsModule } from '#libs/core/app-events';
import { CallLimitsModule } from '#libs/core/limits';
import { BYTES_IN_ROW, StorageModule } from '#libs/core/storage';
import { TenantExportModule, TenantRemovalModule } from '#libs/privacy/data-rights';
import { AppPasswordsModule } from './app-passwords/app-passwords.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { MAIL_BLOBS } from './blobs.js';
import { ClientSetupModule } from './client-setup/client-setup.module.js';
import type { MailConfig } from './config.js';
import { DomainsModule } from './domains/domains.module.js';
import { envelope } from './envelope.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ENTITIES } from './entities.js';
import { JOB_KINDS } from './jobs.js';
import { FoldersModule } from './folders/folders.module.js';
import { LabelRulesModule } from './mailbox-rules/label-rules/label-rules.module.js';
import { LabelsModule } from './labels/labels.module.js';
import { LiveModule } from './live/live.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { DomainMailboxesModule } from './mailboxes/domain-mailboxes.module.js';
import { MailboxesModule } from './mailboxes/mailboxes.module.js';
import { FiltersModule } from './mailbox-rules/filters/filters.module.js';
import { MailboxRulesModule } from './mailbox-rules/mailbox-rules.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { MessageStoreModule } from './messages/store/message-store.module.js';
import { PgpModule } from './pgp/pgp.module.js';
import { ContactsModule } from './contacts/contacts.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { IdentitiesModule } from './identities/identities.module.js';
import { SignaturesModule } from './signatures/signatures.module.js';
import { SendingModule } from './sending/sending.module.js';
import { ReceivingModule } from './receiving/receiving.module.js';
import { SubmissionModule } from './submission/submission.module.js';
import { TrustReportsModule } from './trust-reports/trust-reports.module.js';

@Module({})
export class MailModule {
  static forRoot(config: MailConfig): DynamicModule {
    return {
      module: MailModule,
      imports: [
        ServiceModule.forRoot(config, {
          app: 'mail',
          entities: ENTITIES,
          jobs: JOB_KINDS,
          access: { product: 'mail', keyIsDenied: true },
          graphql: envelope,
        }),
        AppEventsModule.forSender({
          app: 'mail',
          serviceSecret: config.serviceSecret,
          checksPayloads: !config.isProduction,
          receivers: { platform: config.platformUrl, identity: config.identityUrl },
        }),
        AppEventsModule.forReceiver(),
        TenantRemovalModule.forRoot({ app: 'mail', entities: ENTITIES }),
        TenantExportModule.forRoot({ app: 'mail', entities: ENTITIES, files: true }),
        StorageModule.forRoot({
          dir: config.blobDir,
          s3Url: config.s3Url,
          references: MAIL_BLOBS,
          inRowUpTo: BYTES_IN_ROW,
        }),
        AppPasswordsModule,
        AvatarsModule,
        ClientSetupModule,
        DomainMailboxesModule,
        DomainsModule,
        ErasureModule,
        FoldersModule,
        FiltersModule,
        LabelRulesModule,
        LabelsModule,
        ImportsModule,
        LiveModule,
        CallLimitsModule.forRoot({ app: 'mail', redisUrl: config.redisUrl, graphql: true }),
        MailboxesModule,
        MailboxRulesModule,
        MessagesModule,
        MessageStoreModule,
        PgpModule,
        SubmissionModule,
        ContactsModule,
        DraftsModule,
        IdentitiesModule,
        SendingModule,
        SignaturesModule,
        ReceivingModule,
        TrustReportsModule,
      ],
    };
  }
}
