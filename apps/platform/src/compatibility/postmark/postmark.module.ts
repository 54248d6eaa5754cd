import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../../attachments/attachments.module.js';
import { InboundModule } from '../../inbound/inbound.module.js';
import { MessagesModule } from '../../messages/messages.module.js';
import { ReportsModule } from '../../reports/reports.module.js';
import { SuppressionsModule } from '../../suppressions/suppressions.module.js';
import { TemplatesModule } from '../../templates/templates.module.js';
import { TopicsModule } from '../../topics/topics.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { TheirEmailsModule } from '../emails/their-emails.module.js';
import { EmailSource } from './history/email-source.js';
import { OutboundEmails } from './history/outbound-emails.js';
import { PostmarkBouncesController } from './history/postmark-bounces.controller.js';
import { PostmarkInboundController } from './history/postmark-inbound.controller.js';
import { PostmarkMessagesController } from './history/postmark-messages.controller.js';
import { PostmarkStatsController } from './history/postmark-stats.controller.js';
import { PostmarkEmailsController } from './sending/postmark-emails.controller.js';
import { PostmarkServerController } from './settings/postmark-server.controller.js';
import { PostmarkStreamsController } from './settings/postmark-streams.controller.js';
import { PostmarkSuppressionsController } from './settings/postmark-suppressions.controller.js';
import { PostmarkTemplatesController } from './settings/postmark-templates.controller.js';
import { PostmarkWebhooksController } from './settings/postmark-webhooks.controller.js';
import { TemplateValidation } from './settings/template-validation.js';
import { TheirStreams } from './their-streams.js';

@Module({
  imports: [
    AttachmentsModule,
    InboundModule,
    MessagesModule,
    ReportsModule,
    SuppressionsModule,
    TemplatesModule,
    TheirEmailsModule,
    TopicsModule,
    WebhooksModule,
  ],
  controllers: [
    PostmarkEmailsController,
    PostmarkMessagesController,
    PostmarkInboundController,
    PostmarkBouncesController,
    PostmarkStatsController,
    PostmarkTemplatesController,
    PostmarkStreamsController,
    PostmarkSuppressionsController,
    PostmarkWebhooksController,
    PostmarkServerController,
  ],
  providers: [EmailSource, OutboundEmails, TemplateValidation, TheirStreams],
})
export class PostmarkModule {}
