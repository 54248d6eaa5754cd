import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { SendEmailRequest, SendOrDraftRequest } from '../dto/send.requests.js';
import { SentResponse } from '../dto/send.responses.js';
import { MailboxSender } from '../mailbox-sender.js';
import { toMessageDraft, toSender } from '../message-draft.js';
import { SendingMailboxes } from '../sending-mailboxes.js';
import { SendingService } from '../sending.service.js';
import { idempotencyOf } from './idempotency-argument.js';

const KEY = {
  type: () => String,
  nullable: true,
  description: 'As the header Idempotency-Key on REST: a repetition with the same key sends nothing.',
} as const;

@Session({ support: 'none' })
@Resolver(() => SentResponse)
export class SendingResolver {
  constructor(
    private readonly mailboxes: SendingMailboxes,
    private readonly sending: SendingService,
    private readonly sender: MailboxSender,
  ) {}

  @Mutation(() => SentResponse, {
    nullable: true,
    description: 'Sends a message from a mailbox of the account, signed for the domain of its sender.',
  })
  async sendMail(
    @Args('input') input: SendEmailRequest,
    @Args('idempotency_key', KEY) key?: string | null,
  ): Promise<SentResponse> {
    const idempotency = idempotencyOf('Mutation.sendMail', key, input);
    const mailbox = await this.mailboxes.byAddress(toSender(input.from));
    return SentResponse.of(await this.sending.send(mailbox, toMessageDraft(input), idempotency));
  }

  @Mutation(() => SentResponse, {
    nullable: true,
    description:
      'Sends a message from a mailbox, or one of its drafts by draft_id. It needs the role sender in the mailbox. A draft is ' +
      'kept after any error.',
  })
  async sendFromMailbox(
    @MailboxArgument('sender') mailbox: Mailbox,
    @Args('input') input: SendOrDraftRequest,
    @Args('idempotency_key', KEY) key?: string | null,
  ): Promise<SentResponse> {
    const idempotency = idempotencyOf('Mutation.sendFromMailbox', key, { mailboxId: mailbox.id, input });
    return SentResponse.of(await this.sender.send(mailbox, input, idempotency));
  }
}
