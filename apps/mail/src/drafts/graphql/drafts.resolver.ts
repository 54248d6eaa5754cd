import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { MailboxAccess } from '../../mailboxes/mailbox-access.js';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { DraftAttachmentsService } from '../draft-attachments.service.js';
import { CreateDraftRequest, DraftObject, toDraftChanges, UpdateDraftRequest } from '../draft.dto.js';
import { DraftsService } from '../drafts.service.js';
import { DraftConnection, DraftConnectionArgs } from './draft.types.js';

@Session()
@Resolver(() => DraftObject)
export class DraftsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly access: MailboxAccess,
    private readonly drafts: DraftsService,
    private readonly attachments: DraftAttachmentsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.drafts');
  }

  @Query(() => DraftConnection, {
    nullable: true,
    description: 'The drafts of a mailbox without their texts, the one changed last first.',
  })
  async mailDrafts(@Args() args: DraftConnectionArgs): Promise<DraftConnection> {
    const mailbox = await this.access.authorize(args.mailbox_id, 'reader');
    return DraftConnection.read(args, this.cursors, (page) => this.drafts.listPage(mailbox, page));
  }

  @Query(() => DraftObject, { nullable: true, description: 'A draft with its text and files.' })
  async mailDraft(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<DraftObject> {
    return DraftObject.ofWhole(await this.drafts.authorize(mailboxId, id, 'reader'));
  }

  @Mutation(() => DraftObject, {
    nullable: true,
    description: 'Begins a draft. Nothing is required; `sendFromMailbox` sends it by its id.',
  })
  async createMailDraft(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') input: CreateDraftRequest,
  ): Promise<DraftObject> {
    return DraftObject.ofWhole(await this.drafts.create(mailbox, toDraftChanges(input), input.in_reply_to));
  }

  @Mutation(() => DraftObject, {
    nullable: true,
    description:
      'Changes a draft: what is not given stays. Conflict if it was changed since `version`; `draft` of the error is its state.',
  })
  async updateMailDraft(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateDraftRequest,
  ): Promise<DraftObject> {
    const draft = await this.drafts.authorize(mailboxId, id, 'sender');
    return DraftObject.ofWhole(await this.drafts.update(draft, input.version, toDraftChanges(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a draft for good, with its files. Answers its id.' })
  async deleteMailDraft(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.drafts.delete(await this.drafts.authorize(mailboxId, id, 'sender'));
    return id;
  }

  @Mutation(() => ID, { nullable: true, description: 'Removes a file from a draft. Answers its id.' })
  async deleteMailDraftAttachment(
    @Args('mailbox_id', { type: () => ID }) mailboxId: string,
    @Args('draft_id', { type: () => ID }) draftId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.attachments.delete(await this.drafts.authorize(mailboxId, draftId, 'sender'), id);
    return id;
  }
}
