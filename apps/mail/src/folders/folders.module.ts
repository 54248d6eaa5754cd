import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MailboxEventsModule } from '../live/mailbox-events.module.js';
import { FolderRepository } from './folder.repository.js';
import { FoldersController } from './folders.controller.js';
import { FoldersService } from './folders.service.js';
import { FoldersResolver } from './graphql/folders.resolver.js';
import { MailboxFoldersResolver } from './graphql/folder-relations.resolver.js';

@Module({
  imports: [MailboxAccessModule, MailboxEventsModule],
  controllers: [FoldersController],
  providers: [FoldersResolver, MailboxFoldersResolver, FolderRepository, FoldersService],
  exports: [FolderRepository, FoldersService],
})
export class FoldersModule {}
