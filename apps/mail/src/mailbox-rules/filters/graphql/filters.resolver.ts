import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { MailboxArgument } from '../../../mailboxes/graphql/mailbox-argument.js';
import type { Mailbox } from '../../../mailboxes/mailbox.entity.js';
import {
  CreateFilterRequest,
  FilterObject,
  OrderFiltersRequest,
  toFilterChanges,
  toNewFilter,
  UpdateFilterRequest,
} from '../filter.dto.js';
import { FiltersService } from '../filters.service.js';

@Session()
@Resolver(() => FilterObject)
export class FiltersResolver {
  constructor(private readonly filters: FiltersService) {}

  @Query(() => [FilterObject], { nullable: true, description: 'The filters of a mailbox, in their order.' })
  async mailboxFilters(@MailboxArgument('visible') mailbox: Mailbox): Promise<FilterObject[]> {
    return (await this.filters.list(mailbox)).map((view) => FilterObject.of(view));
  }

  @Query(() => FilterObject, { nullable: true, description: 'One filter.' })
  async mailboxFilter(
    @MailboxArgument('visible') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<FilterObject> {
    return FilterObject.of(await this.filters.get(mailbox, id));
  }

  @Mutation(() => FilterObject, {
    nullable: true,
    description: 'Adds a filter, which runs after the others. BuscaInvalida for a search that is not valid.',
  })
  async createMailboxFilter(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('input') input: CreateFilterRequest,
  ): Promise<FilterObject> {
    return FilterObject.of(await this.filters.create(mailbox, toNewFilter(input)));
  }

  @Mutation(() => FilterObject, {
    nullable: true,
    description: 'Changes a filter: what is not given stays; `actions` are replaced as a whole.',
  })
  async updateMailboxFilter(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateFilterRequest,
  ): Promise<FilterObject> {
    return FilterObject.of(await this.filters.update(mailbox, id, toFilterChanges(input)));
  }

  @Mutation(() => [FilterObject], {
    nullable: true,
    description: 'Sets the order in which the filters of a mailbox run; each of them is named once.',
  })
  async orderMailboxFilters(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('input') { filter_ids }: OrderFiltersRequest,
  ): Promise<FilterObject[]> {
    return (await this.filters.order(mailbox, filter_ids)).map((view) => FilterObject.of(view));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a filter. Answers its id.' })
  async deleteMailboxFilter(
    @MailboxArgument('manager') mailbox: Mailbox,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.filters.delete(mailbox, id);
    return id;
  }
}
