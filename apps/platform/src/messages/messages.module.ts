import { Module } from '@nestjs/common';
import { byKey } from '#libs/core/auth';
import { CancelService } from './cancel.service.js';
import { MessageEventsModule } from './events/message-events.module.js';
import { ExportCursors } from './export/export-cursors.js';
import { MessageExportController } from './export/message-export.controller.js';
import { MessageExportService } from './export/message-export.service.js';
import { MessageEraser } from './erasure/message.eraser.js';
import { MessagesOfPerson } from './erasure/messages-of-person.js';
import { MessageRepository } from './message.repository.js';
import { MessagesResolver } from './graphql/messages.resolver.js';
import { PushCredentialsModule } from '../push-credentials/push-credentials.module.js';
import { EventCountsModule } from '../event-counts/event-counts.module.js';
import { UsageRepository } from '../usage/usage.repository.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { RecipientMessages } from './recipient-messages.service.js';

@Module({
  controllers: [
    MessageExportController,
    MessagesController,
    byKey(MessagesController, { read: 'messages:read', except: ['emails'] }),
  ],
  imports: [PushCredentialsModule, MessageEventsModule, EventCountsModule],
  providers: [
    MessageEraser,
    MessageRepository,
    MessagesOfPerson,
    MessagesService,
    MessagesResolver,
    CancelService,
    UsageRepository,
    MessageExportService,
    ExportCursors,
    RecipientMessages,
  ],
  exports: [MessagesOfPerson, MessagesService, CancelService],
})
export class MessagesModule {}
