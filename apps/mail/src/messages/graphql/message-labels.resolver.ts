import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import {
  ApplyLabelRequest,
  ChangeLabelsRequest,
  LabelsChangedResponse,
  toLabelChoice,
} from '../../labels/label.dto.js';
import { MessageLabelsService } from '../changes/message-labels.service.js';

@Session()
@Resolver(() => LabelsChangedResponse)
export class MessageLabelsResolver {
  constructor(private readonly labels: MessageLabelsService) {}

  @Mutation(() => LabelsChangedResponse, {
    nullable: true,
    description: 'Changes the labels of many messages, up to 500 by 20 labels on each side, and counts what changed.',
  })
  async changeMailLabels(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') input: ChangeLabelsRequest,
  ): Promise<LabelsChangedResponse> {
    const choice = toLabelChoice(input);
    return LabelsChangedResponse.of(await this.labels.changeMany(mailbox, input.message_ids, choice));
  }

  @Mutation(() => LabelsChangedResponse, { nullable: true, description: 'Gives a message a label.' })
  async labelMailMessage(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('message_id', { type: () => ID }) messageId: string,
    @Args('input') { label_id }: ApplyLabelRequest,
  ): Promise<LabelsChangedResponse> {
    return LabelsChangedResponse.of(await this.labels.change(mailbox, messageId, { apply: [label_id] }));
  }

  @Mutation(() => LabelsChangedResponse, { nullable: true, description: 'Takes a label from a message.' })
  async unlabelMailMessage(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('message_id', { type: () => ID }) messageId: string,
    @Args('label_id', { type: () => ID }) labelId: string,
  ): Promise<LabelsChangedResponse> {
    return LabelsChangedResponse.of(await this.labels.change(mailbox, messageId, { remove: [labelId] }));
  }

  @Mutation(() => LabelsChangedResponse, { nullable: true, description: 'Gives all messages of a thread a label.' })
  async labelMailThread(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('thread_id', { type: () => ID }) threadId: string,
    @Args('input') { label_id }: ApplyLabelRequest,
  ): Promise<LabelsChangedResponse> {
    return LabelsChangedResponse.of(await this.labels.changeThread(mailbox, threadId, { apply: [label_id] }));
  }
}
