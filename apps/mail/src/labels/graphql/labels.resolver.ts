import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import {
  CountedLabelObject,
  CreateLabelRequest,
  LabelObject,
  toLabelChanges,
  toNewLabel,
  UpdateLabelRequest,
} from '../label.dto.js';
import { LabelsService } from '../labels.service.js';

@Session()
@Resolver(() => LabelObject)
export class LabelsResolver {
  constructor(private readonly labels: LabelsService) {}

  @Query(() => [CountedLabelObject], {
    nullable: true,
    description:
      'The labels of a mailbox, those of the system first, then by name. Messages in spam, trash and quarantine do not count.',
  })
  async mailLabels(@MailboxArgument('reader') mailbox: Mailbox): Promise<CountedLabelObject[]> {
    return (await this.labels.list(mailbox)).map((label) => CountedLabelObject.ofCounted(label));
  }

  @Mutation(() => LabelObject, { nullable: true, description: 'A new label; Conflict for a name that is taken.' })
  async createMailLabel(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') input: CreateLabelRequest,
  ): Promise<LabelObject> {
    return LabelObject.of(await this.labels.create(mailbox, toNewLabel(input)));
  }

  @Mutation(() => LabelObject, {
    nullable: true,
    description: 'Renames a label, or changes its colour. Of a label of the system only the colour changes.',
  })
  async updateMailLabel(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateLabelRequest,
  ): Promise<LabelObject> {
    return LabelObject.of(await this.labels.update(mailbox, id, toLabelChanges(input)));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes a label; its messages stay. Conflict for a label of the system. Answers its id.',
  })
  async deleteMailLabel(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.labels.delete(mailbox, id);
    return id;
  }
}
