import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { AddSuppressionRequest } from '../dto/suppression.requests.js';
import { SuppressionView } from '../dto/suppression.responses.js';
import type { Suppression } from '../suppression.entity.js';
import { SuppressionsService } from '../suppressions.service.js';
import { SuppressionArgument } from './suppression-argument.js';
import { SuppressionConnection, SuppressionConnectionArgs } from './suppression.types.js';

@Session()
@Resolver(() => SuppressionView)
export class SuppressionsResolver {
  constructor(private readonly service: SuppressionsService) {}

  @Query(() => SuppressionConnection, {
    nullable: true,
    description:
      'The suppressed addresses, newest first. A search looks at a bounded number of entries: a page may be short or empty ' +
      'and have more behind it.',
  })
  async suppressions(@Args() args: SuppressionConnectionArgs): Promise<SuppressionConnection> {
    const filter = { text: args.q, reason: args.reason };
    return SuppressionConnection.read(args, (page) => this.service.listPage(currentTenantId(), filter, page));
  }

  @Query(() => SuppressionView, {
    nullable: true,
    description: 'One suppressed address, by the id of its entry or by the address.',
  })
  suppression(@SuppressionArgument() entry: Suppression): SuppressionView {
    return SuppressionView.of(entry);
  }

  @Mutation(() => SuppressionView, {
    nullable: true,
    description: 'Suppresses an address: nothing more is sent to it. One that is suppressed already keeps its entry.',
  })
  async addSuppression(@Args('input') input: AddSuppressionRequest): Promise<SuppressionView> {
    const { entry } = await this.service.create(currentTenantId(), input);
    return SuppressionView.of(entry);
  }

  @Mutation(() => ID, { nullable: true, description: 'Has messages to an address accepted again. Answers the id.' })
  async deleteSuppression(@SuppressionArgument() entry: Suppression): Promise<string> {
    await this.service.delete(entry);
    return entry.id;
  }
}
