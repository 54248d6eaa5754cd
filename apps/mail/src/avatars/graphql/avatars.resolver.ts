import { ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { DownloadObject } from '../../graphql/download.js';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { AvatarsService } from '../avatars.service.js';

@Session()
@Resolver()
export class AvatarsResolver {
  constructor(private readonly avatars: AvatarsService) {}

  @Query(() => DownloadObject, {
    nullable: true,
    description: 'Where the picture of a mailbox is, a PNG; NotFound without one.',
  })
  mailboxAvatar(@MailboxArgument('visible') { id, avatarHash }: Mailbox): DownloadObject {
    if (avatarHash === null) throw new Problem('NotFound');
    return { path: `/mailboxes/${id}/avatar` };
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes the picture of a mailbox; NotFound without one. Answers the id of the mailbox.',
  })
  async deleteMailboxAvatar(@MailboxArgument('manager') mailbox: Mailbox): Promise<string> {
    await this.avatars.delete(mailbox);
    return mailbox.id;
  }
}
