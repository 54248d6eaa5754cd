import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import {
  DeleteMessagesRequest,
  FolderEmptiedResponse,
  MessagesChangedResponse,
  MessagesDeletedResponse,
  UpdateMessagesRequest,
} from '../dto/message-batches.dto.js';
import { toMessageChanges } from '../dto/message-changes.requests.js';
import { MessageBatchesService } from '../changes/message-batches.service.js';

@Session()
@Resolver(() => MessagesChangedResponse)
export class MessageBatchesResolver {
  constructor(private readonly batches: MessageBatchesService) {}

  @Mutation(() => MessagesChangedResponse, {
    nullable: true,
    description: 'Marks, stars or moves up to 500 messages, and names those that may not be changed so.',
  })
  async updateMailMessages(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') input: UpdateMessagesRequest,
  ): Promise<MessagesChangedResponse> {
    return MessagesChangedResponse.of(await this.batches.change(mailbox, input.message_ids, toMessageChanges(input)));
  }

  @Mutation(() => MessagesDeletedResponse, {
    nullable: true,
    description: 'Deletes up to 500 messages for good, and names those that are not in trash, spam or quarantine.',
  })
  async deleteMailMessages(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') { message_ids }: DeleteMessagesRequest,
  ): Promise<MessagesDeletedResponse> {
    return MessagesDeletedResponse.of(await this.batches.delete(mailbox, message_ids));
  }

  @Mutation(() => FolderEmptiedResponse, {
    nullable: true,
    description: 'Empties the trash or spam, up to 10,000 messages in a call; Conflict for another folder.',
  })
  async emptyMailFolder(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<FolderEmptiedResponse> {
    const { deleted, left } = await this.batches.empty(mailbox, id);
    return { apagadas: deleted, restantes: left };
  }
}
