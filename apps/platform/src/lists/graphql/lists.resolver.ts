import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import { ListsService } from '../lists.service.js';
import { ContactListPageType, ContactListType } from './list.types.js';
import { ListsArgs } from './lists.args.js';

@Resolver(() => ContactListType)
export class ListsResolver {
  constructor(private readonly lists: ListsService) {}

  @Query(() => ContactListPageType, { nullable: true, description: 'The lists of contacts, newest first.' })
  @Session()
  async contactListPage(@Args() { cursor, limit }: ListsArgs): Promise<ContactListPageType> {
    const request = { cursor: cursor ? Number(cursor) : undefined, limit };
    const page = await this.lists.listPage(currentTenantId(), request);
    return { lists: page.items, nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }
}
