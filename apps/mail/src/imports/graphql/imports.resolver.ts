import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { MailboxAccess } from '../../mailboxes/mailbox-access.js';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MessageImportObject } from '../import.dto.js';
import { ImportsService } from '../imports.service.js';
import { MessageImportConnection, MessageImportConnectionArgs } from './import.types.js';

@Session()
@Resolver(() => MessageImportObject)
export class MessageImportsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly access: MailboxAccess,
    private readonly imports: ImportsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.message-imports');
  }

  @Query(() => MessageImportConnection, {
    nullable: true,
    description: 'The imports of a mailbox in the last 90 days, newest first.',
  })
  async mailImports(@Args() args: MessageImportConnectionArgs): Promise<MessageImportConnection> {
    const mailbox = await this.access.authorize(args.mailbox_id, 'reader');
    return MessageImportConnection.read(args, this.cursors, (page) => this.imports.listPage(mailbox, page));
  }

  @Query(() => MessageImportObject, { nullable: true, description: 'How far an import is, and what it did.' })
  async mailImport(
    @MailboxArgument('reader') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<MessageImportObject> {
    return MessageImportObject.of(await this.imports.get(mailbox, id));
  }

  @Mutation(() => MessageImportObject, {
    nullable: true,
    description: 'Cancels an import; messages that it has imported stay. Conflict if it has ended.',
  })
  async cancelMailImport(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<MessageImportObject> {
    return MessageImportObject.of(await this.imports.cancel(mailbox, id));
  }
}
