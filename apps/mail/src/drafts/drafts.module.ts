import { Module } from '@nestjs/common';
import { HtmlDisplay } from '../display/html-display.js';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { MessageStoreModule } from '../messages/store/message-store.module.js';
import { Answered } from './answered.js';
import { DraftAttachmentsService } from './draft-attachments.service.js';
import { DraftSending } from './draft-sending.js';
import { DraftRepository } from './draft.repository.js';
import { DraftsController } from './drafts.controller.js';
import { DraftsService } from './drafts.service.js';
import { DraftsResolver } from './graphql/drafts.resolver.js';

@Module({
  imports: [MailboxAccessModule, MessagesModule, MessageStoreModule],
  controllers: [DraftsController],
  providers: [
    DraftsResolver,
    Answered,
    DraftAttachmentsService,
    DraftRepository,
    DraftSending,
    DraftsService,
    HtmlDisplay,
  ],
  exports: [DraftSending, DraftsService],
})
export class DraftsModule {}
