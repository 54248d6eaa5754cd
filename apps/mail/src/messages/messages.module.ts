import { Module } from '@nestjs/common';
import { HtmlDisplay } from '../display/html-display.js';
import { FoldersModule } from '../folders/folders.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessageBatchesController } from './changes/message-batches.controller.js';
import { MessageBatchesService } from './changes/message-batches.service.js';
import { MessageBatchesResolver } from './graphql/message-batches.resolver.js';
import { MessageChangesController } from './changes/message-changes.controller.js';
import { MessageChangesService } from './changes/message-changes.service.js';
import { MessageSearches } from '../search/message-searches.js';
import { MessageLabelsController } from './changes/message-labels.controller.js';
import { MessageLabelsResolver } from './graphql/message-labels.resolver.js';
import { MessageLabelsService } from './changes/message-labels.service.js';
import { MessageRepository } from './message.repository.js';
import { MessageStoreModule } from './store/message-store.module.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { ThreadsController } from './threads/threads.controller.js';
import { MessagesResolver } from './graphql/messages.resolver.js';
import { MessageChangesResolver } from './graphql/message-changes.resolver.js';
import { MessageRelations } from './graphql/message-relations.js';
import { MessageRelationsResolver, WholeMessageRelationsResolver } from './graphql/message-relations.resolver.js';

@Module({
  imports: [FoldersModule, LabelsModule, MailboxAccessModule, MessageStoreModule],
  controllers: [
    MessagesController,
    MessageBatchesController,
    MessageChangesController,
    MessageLabelsController,
    ThreadsController,
  ],
  providers: [
    MessagesResolver,
    MessageBatchesResolver,
    MessageBatchesService,
    MessageChangesResolver,
    MessageLabelsResolver,
    MessageLabelsService,
    MessageRelations,
    MessageRelationsResolver,
    WholeMessageRelationsResolver,
    HtmlDisplay,
    MessageChangesService,
    MessageRepository,
    MessageSearches,
    MessagesService,
  ],
  exports: [MessageChangesService, MessageRepository, MessagesService],
})
export class MessagesModule {}
