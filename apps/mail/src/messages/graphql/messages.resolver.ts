import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { DownloadObject } from '../../graphql/download.js';
import { MailboxAccess } from '../../mailboxes/mailbox-access.js';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MessageObject, WholeMessageObject } from '../dto/message.object.js';
import { toMessageFilters } from '../dto/messages.query.js';
import { ThreadObject } from '../dto/thread.object.js';
import { MessagesService } from '../messages.service.js';
import { AttachmentArgs, MessageArgs, MessageConnection, MessageConnectionArgs } from './message.types.js';

@Session()
@Resolver(() => MessageObject)
export class MessagesResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly access: MailboxAccess,
    private readonly messages: MessagesService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.messages');
  }

  @Query(() => MessageConnection, {
    nullable: true,
    description:
      'The messages of a mailbox, newest first; without `folder`, those of every folder but spam, trash and quarantine.',
  })
  async mailMessages(@Args() args: MessageConnectionArgs): Promise<MessageConnection> {
    const mailbox = await this.access.authorize(args.mailbox_id, 'reader');
    const filters = toMessageFilters(args);
    return MessageConnection.read(args, this.cursors, (page) => this.messages.listPage(mailbox, filters, page));
  }

  @Query(() => WholeMessageObject, {
    nullable: true,
    description:
      'A message with its text; it is then marked as read, as on REST. Its HTML is safe to show. With `images` it shows images ' +
      'of other servers.',
  })
  async mailMessage(@Args() { mailbox_id, id, images }: MessageArgs): Promise<WholeMessageObject> {
    const mailbox = await this.access.authorize(mailbox_id, 'reader');
    return WholeMessageObject.ofWhole(await this.messages.read(mailbox, id, images !== undefined));
  }

  @Query(() => ThreadObject, {
    nullable: true,
    description: 'A thread with its messages of all folders, the oldest first. None is marked as read.',
  })
  async mailThread(
    @MailboxArgument('reader') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<ThreadObject> {
    return ThreadObject.of(await this.messages.listThread(mailbox, id));
  }

  @Query(() => DownloadObject, { nullable: true, description: 'Where the raw message is.' })
  async mailMessageRaw(
    @MailboxArgument('reader') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<DownloadObject> {
    const message = await this.messages.get(mailbox, id);
    return { path: `/mailboxes/${mailbox.id}/messages/${message.id}/raw` };
  }

  @Query(() => DownloadObject, {
    nullable: true,
    description: 'Where a file of a message is. One with malware only with `aceito_risco`; else AnexoInfectado.',
  })
  async mailAttachment(@Args() args: AttachmentArgs): Promise<DownloadObject> {
    const mailbox = await this.access.authorize(args.mailbox_id, 'reader');
    const acceptsRisk = args.aceito_risco !== undefined;
    const { id, messageId } = await this.messages.getAttachment(mailbox, args.message_id, args.id, acceptsRisk);
    const path = `/mailboxes/${mailbox.id}/messages/${messageId}/attachments/${id}`;
    return { path: acceptsRisk ? `${path}?aceito_risco=1` : path };
  }
}
