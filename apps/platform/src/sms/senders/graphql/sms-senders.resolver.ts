import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenant, currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { SenderCodes } from '../sender-codes.service.js';
import {
  ConfirmSmsSenderRequest,
  CreateSmsSenderRequest,
  SentCodeResponse,
  SmsSenderView,
  UpdateSmsSenderRequest,
} from '../sms-sender.dto.js';
import type { SmsSender } from '../sms-sender.entity.js';
import { SmsSendersService } from '../sms-senders.service.js';
import { SmsSenderConnection, SmsSenderConnectionArgs } from './sms-sender.types.js';

const SenderArgument = knownArgument('id', SmsSendersService, (senders, id) => senders.find(currentTenantId(), id));

@Resolver(() => SmsSenderView)
export class SmsSendersResolver {
  constructor(
    private readonly senders: SmsSendersService,
    private readonly codes: SenderCodes,
  ) {}

  @Query(() => SmsSenderConnection, { nullable: true, description: 'The senders of texts, newest first.' })
  @Session()
  smsSenders(@Args() args: SmsSenderConnectionArgs): Promise<SmsSenderConnection> {
    return SmsSenderConnection.read(args, (page) => this.senders.listPage(currentTenantId(), page));
  }

  @Query(() => SmsSenderView, { nullable: true, description: 'One sender of texts.' })
  @Session()
  smsSender(@SenderArgument() sender: SmsSender): SmsSenderView {
    return SmsSenderView.of(sender);
  }

  @Mutation(() => SmsSenderView, {
    nullable: true,
    description:
      'Adds a sender of texts. It is pending until it is confirmed: a number by a code or an operator, a name by an ' +
      'operator.',
  })
  @Session({ role: 'admin' })
  async createSmsSender(@Args('input') { Value, Default = false }: CreateSmsSenderRequest): Promise<SmsSenderView> {
    return SmsSenderView.of(await this.senders.create(currentTenantId(), Value, Default));
  }

  @Mutation(() => SmsSenderView, {
    nullable: true,
    description: 'Makes a sender the default: texts without `from` come from it once it is confirmed.',
  })
  @Session({ role: 'admin' })
  async updateSmsSender(
    @SenderArgument() { id }: SmsSender,
    @Args('input') { Default }: UpdateSmsSenderRequest,
  ): Promise<SmsSenderView> {
    return SmsSenderView.of(await this.senders.updateDefault(currentTenantId(), id, Default));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a sender. Texts that were accepted from it are still sent. Answers its id.',
  })
  @Session({ role: 'admin' })
  async deleteSmsSender(@SenderArgument() { id }: SmsSender): Promise<string> {
    await this.senders.delete(currentTenantId(), id);
    return id;
  }

  @Mutation(() => SentCodeResponse, {
    nullable: true,
    description: 'Texts a code to a number, valid for ten minutes and five tries. Three a day for a number.',
  })
  @Session({ role: 'admin' })
  async sendSmsSenderCode(@SenderArgument() sender: SmsSender): Promise<SentCodeResponse> {
    return SentCodeResponse.of(await this.codes.send(sender, currentTenant()));
  }

  @Mutation(() => SmsSenderView, { nullable: true, description: 'Confirms a number by its code.' })
  @Session({ role: 'admin' })
  async confirmSmsSender(
    @SenderArgument() sender: SmsSender,
    @Args('input') { Code }: ConfirmSmsSenderRequest,
  ): Promise<SmsSenderView> {
    return SmsSenderView.of(await this.codes.confirm(sender, Code));
  }
}
