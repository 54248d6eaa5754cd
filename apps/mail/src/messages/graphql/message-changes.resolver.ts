import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { ReleaseMessageRequest, toMessageChanges, UpdateMessageRequest } from '../dto/message-changes.requests.js';
import { MessageObject } from '../dto/message.object.js';
import { MessageChangesService } from '../changes/message-changes.service.js';

@Session()
@Resolver(() => MessageObject)
export class MessageChangesResolver {
  constructor(private readonly messages: MessageChangesService) {}

  @Mutation(() => MessageObject, {
    nullable: true,
    description: 'Marks, stars or moves a message. Conflict for a move into or out of quarantine.',
  })
  async updateMailMessage(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateMessageRequest,
  ): Promise<MessageObject> {
    return MessageObject.of(await this.messages.change(mailbox, id, toMessageChanges(input)));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes a message for good; Conflict unless it is in trash, spam or quarantine. Answers its id.',
  })
  async deleteMailMessage(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.messages.delete(mailbox, id);
    return id;
  }

  @Mutation(() => MessageObject, {
    nullable: true,
    description: 'Releases a message from quarantine into the inbox. One of a forged sender needs an admin.',
  })
  async releaseMailMessage(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') _input: ReleaseMessageRequest,
  ): Promise<MessageObject> {
    return MessageObject.of(await this.messages.release(mailbox, id));
  }
}
