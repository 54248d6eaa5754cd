import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { FolderObject, FolderRequest } from '../folder.dto.js';
import { FoldersService } from '../folders.service.js';

@Session()
@Resolver(() => FolderObject)
export class FoldersResolver {
  constructor(private readonly folders: FoldersService) {}

  @Query(() => [FolderObject], {
    nullable: true,
    description: 'The folders of a mailbox: those of the system, then by name, each with what it holds.',
  })
  async mailFolders(@MailboxArgument('reader') mailbox: Mailbox): Promise<FolderObject[]> {
    return (await this.folders.list(mailbox)).map((folder) => FolderObject.of(folder));
  }

  @Mutation(() => FolderObject, { nullable: true, description: 'A new folder; Conflict for a name that is taken.' })
  async createMailFolder(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') { name }: FolderRequest,
  ): Promise<FolderObject> {
    return FolderObject.of(await this.folders.create(mailbox, name.trim()));
  }

  @Mutation(() => FolderObject, {
    nullable: true,
    description: 'Renames a folder; Conflict for a system folder, and for a name that is taken.',
  })
  async renameMailFolder(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') { name }: FolderRequest,
  ): Promise<FolderObject> {
    return FolderObject.of(await this.folders.rename(mailbox, id, name.trim()));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes an empty folder; Conflict for a system folder, and for one with messages. Answers its id.',
  })
  async deleteMailFolder(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.folders.delete(mailbox, id);
    return id;
  }
}
