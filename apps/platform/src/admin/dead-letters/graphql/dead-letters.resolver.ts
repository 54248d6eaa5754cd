import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import type { DeadLetter } from '#libs/core/jobs';
import { DeadLettersService } from '../dead-letters.service.js';
import { DeadLetterView, QueueView } from '../dto/dead-letter.responses.js';
import { QueuesService } from '../queues.service.js';
import { DeadLetterConnection, DeadLetterConnectionArgs } from './dead-letters.types.js';

const LetterArgument = knownArgument('id', DeadLettersService, (letters, id) => letters.find(id));

@Operator()
@Resolver(() => DeadLetterView)
export class DeadLettersResolver {
  constructor(
    private readonly letters: DeadLettersService,
    private readonly queues: QueuesService,
  ) {}

  @Query(() => DeadLetterConnection, {
    nullable: true,
    description: 'Jobs that failed for the last time. For operators.',
  })
  deadLetters(@Args() { kind, tenant, ...args }: DeadLetterConnectionArgs): Promise<DeadLetterConnection> {
    return DeadLetterConnection.read(args, (page) => this.letters.listPage({ kind, tenantId: tenant }, page));
  }

  @Query(() => DeadLetterView, { nullable: true, description: 'One dead letter. For operators.' })
  deadLetter(@LetterArgument() letter: DeadLetter): DeadLetterView {
    return DeadLetterView.of(letter);
  }

  @Query(() => [QueueView], { nullable: true, description: 'How much work of each kind there is. For operators.' })
  async workQueues(): Promise<QueueView[]> {
    const now = new Date();
    return (await this.queues.list()).map((state) => QueueView.of(state, now));
  }

  @Mutation(() => DeadLetterView, { nullable: true, description: 'Has the job tried again. Answers it as it was.' })
  async retryDeadLetter(@LetterArgument() { id }: DeadLetter): Promise<DeadLetterView> {
    return DeadLetterView.of(await this.letters.retry(id));
  }

  @Mutation(() => DeadLetterView, { nullable: true, description: 'Gives the job up. Answers it as it was.' })
  async discardDeadLetter(@LetterArgument() letter: DeadLetter): Promise<DeadLetterView> {
    return DeadLetterView.of(await this.letters.discard(letter));
  }
}
