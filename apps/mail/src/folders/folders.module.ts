import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MailboxEventsModule } from '../live/mailbox-events.module.js';
import { FolderRepository } from './folder.repository.js';
import { FoldersController } from './folders.controller.js';
import { FoldersService } from './folders.service.js';

@Module({
  imports: [MailboxAccessModule, MailboxEventsModule],
  controllers: [FoldersController],
  providers: [FolderRepository, FoldersService],
  exports: [FolderRepository, FoldersService],
})
export class FoldersModule {}
