import { Module } from '@nestjs/common';
import { MailboxAccessModule } from '../mailboxes/mailbox-access.module.js';
import { MailboxEventsModule } from '../mailbox-changes/mailbox-events.module.js';
import { MailboxContents } from '../mailboxes/mailbox-contents.js';
import { FolderRepository } from './folder.repository.js';
import { FoldersController } from './folders.controller.js';
import { FoldersService } from './folders.service.js';
import { insertSystemFolders } from './system-folders.js';
import { FoldersResolver } from './graphql/folders.resolver.js';
import { MailboxFoldersResolver } from './graphql/folder-relations.resolver.js';

@Module({
  imports: [MailboxAccessModule, MailboxEventsModule],
  controllers: [FoldersController],
  providers: [FoldersResolver, MailboxFoldersResolver, FolderRepository, FoldersService],
  exports: [FolderRepository, FoldersService],
})
export class FoldersModule {
  constructor(contents: MailboxContents) {
    contents.register(insertSystemFolders);
  }
}
