import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { TenantLoader } from '#libs/core/graphql';
import { MailboxObject } from '../../mailboxes/dto/mailbox.object.js';
import { readableMailbox } from '../../mailboxes/graphql/readable-mailbox.js';
import { FolderObject } from '../folder.dto.js';
import { type FoldersOfMailbox, FoldersService } from '../folders.service.js';

@Resolver(() => MailboxObject)
export class MailboxFoldersResolver {
  private readonly byMailbox: TenantLoader<string, FoldersOfMailbox>;

  constructor(folders: FoldersService) {
    this.byMailbox = new TenantLoader(
      (tenantId, ids) => folders.listMany(tenantId, ids),
      ({ mailboxId }) => mailboxId,
    );
  }

  @ResolveField(() => [FolderObject], {
    nullable: true,
    description: 'Those of the system, then by name; for users with a grant of the mailbox.',
  })
  async folders(@Parent() mailbox: MailboxObject): Promise<FolderObject[]> {
    const found = await this.byMailbox.load(readableMailbox(mailbox));
    return found!.folders.map((folder) => FolderObject.of(folder));
  }
}
