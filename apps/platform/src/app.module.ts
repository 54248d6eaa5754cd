import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '#libs/core/app';
import { AppEventsModule } from '#libs/core/app-events';
import { CallLimitsModule } from '#libs/core/limits';
import { BYTES_IN_ROW, StorageModule } from '#libs/core/storage';
import { TenantRemovalModule } from '#libs/privacy/data-rights';
import { AccountExportModule } from './account-export/account-export.module.js';
import { AccountModule } from './account/account.module.js';
import { BlocklistModule } from './admin/blocklist/blocklist.module.js';
import { DatacentersModule } from './admin/datacenters/datacenters.module.js';
import { DeadLettersModule } from './admin/dead-letters/dead-letters.module.js';
import { QueueHoldModule } from './admin/queue-hold/queue-hold.module.js';
import { ConsoleAuditModule } from './admin/audit/console-audit.module.js';
import { ConsoleTenantsModule } from './admin/tenants/console-tenants.module.js';
import { ConsoleUsersModule } from './admin/users/console-users.module.js';
import { MetricsModule } from './admin/metrics/metrics.module.js';
import { AlertsModule } from './admin/alerts/alerts.module.js';
import { AuthGatewayModule } from './auth/auth-gateway.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { envelope } from './catalogue.js';
import { PlatformConfig } from './config.js';
import { CompatibilityModule } from './compatibility/compatibility.module.js';
import { ContactsModule } from './contacts/contacts.module.js';
import { SegmentListsModule } from './segment-lists/segment-lists.module.js';
import { CrmEventsModule } from './crm-events/crm-events.module.js';
import { SubjectExportModule } from './subject-export/subject-export.module.js';
import { DashboardSendModule } from './dashboard-send/dashboard-send.module.js';
import { ENTITIES } from './entities.js';
import { EmailsModule } from './emails/emails.module.js';
import { FeedbackLoopModule } from './feedback-loop/feedback-loop.module.js';
import { FeedbackModule } from './feedback/feedback.module.js';
import { InboundModule } from './inbound/inbound.module.js';
import { JOB_KINDS } from './jobs.js';
import { LimitsModule } from './limits/limits.module.js';
import { DoubleOptInModule } from './double-opt-in/double-opt-in.module.js';
import { JourneyMessagesModule } from './journey-messages/journey-messages.module.js';
import { LeadMailModule } from './lead-mail/lead-mail.module.js';
import { LiveModule } from './live/live.module.js';
import { ListsModule } from './lists/lists.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { PushModule } from './push/push.module.js';
import { ProtectedResourceModule } from './protected-resource/protected-resource.module.js';
import { PlanRatesModule } from './plans/plan-rates.module.js';
import { ConsolePlansModule } from './admin/plans/console-plans.module.js';
import { PushSendingModule } from './push/sending/push-sending.module.js';
import { TestSendsModule } from './test-sends/test-sends.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SuppressionsModule } from './suppressions/suppressions.module.js';
import { SmtpModule } from './smtp/smtp.module.js';
import { SmsModule } from './sms/sms.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TenantsModule } from './tenants/tenants.module.js';
import { TopicsModule } from './topics/topics.module.js';
import { TrackingModule } from './tracking/tracking.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({})
export class PlatformModule {
  static forRoot(config: PlatformConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ServiceModule.forRoot(config, { app: 'platform', entities: ENTITIES, jobs: JOB_KINDS, graphql: envelope }),
        StorageModule.forRoot({
          dir: config.blobDir,
          s3Url: config.s3Url,
          references: [
            { table: 'message_attachment', column: 'hash' },
            { table: 'attachment_upload', column: 'hash' },
            { table: 'received_attachment', column: 'hash' },
            { table: 'received_email', column: 'hash' },
          ],
          inRowUpTo: BYTES_IN_ROW,
        }),
        AppEventsModule.forSender({
          app: 'platform',
          serviceSecret: config.serviceSecret,
          checksPayloads: !config.isProduction,
          receivers: {
            identity: config.identityUrl,
            ...(config.mailUrl && { mail: config.mailUrl }),
            ...(config.crmUrl && { crm: config.crmUrl }),
            ...(config.pagesUrl && { pages: config.pagesUrl }),
          },
          batched: ['platform.messages.reported', 'platform.recipients.changed'],
        }),
        AppEventsModule.forReceiver(),
        TenantRemovalModule.forRoot({ app: 'platform', entities: ENTITIES }),
        AccountExportModule.forRoot(config),
        AccountModule,
        AuthGatewayModule,
        BlocklistModule,
        DatacentersModule,
        DeadLettersModule,
        QueueHoldModule,
        ConsoleAuditModule,
        ConsolePlansModule,
        ConsoleTenantsModule,
        ConsoleUsersModule,
        CampaignsModule,
        CompatibilityModule,
        AlertsModule,
        MetricsModule,
        ContactsModule,
        CrmEventsModule,
        SegmentListsModule,
        SubjectExportModule,
        DashboardSendModule,
        EmailsModule,
        FeedbackLoopModule,
        FeedbackModule,
        InboundModule,
        CallLimitsModule.forRoot({ app: 'platform', redisUrl: config.redisUrl }),
        LimitsModule,
        DoubleOptInModule,
        JourneyMessagesModule,
        LeadMailModule,
        LiveModule,
        ListsModule,
        MaintenanceModule,
        MessagesModule,
        PreferencesModule,
        PushModule,
        PlanRatesModule,
        PushSendingModule,
        ProtectedResourceModule,
        ReportsModule,
        SuppressionsModule,
        SmsModule,
        SmtpModule,
        TemplatesModule,
        TestSendsModule,
        TopicsModule,
        TenantsModule,
        TrackingModule,
        WebhooksModule,
      ],
    };
  }
}
