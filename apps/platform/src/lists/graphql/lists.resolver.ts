import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import { ListListsQuery } from '../dto/list.requests.js';
import { ListsService } from '../lists.service.js';
import { ContactListPageType, ContactListType } from './list.types.js';

@Resolver(() => ContactListType)
export class ListsResolver {
  constructor(private readonly lists: ListsService) {}

  @Query(() => ContactListPageType, { nullable: true, description: 'The lists of contacts, newest first.' })
  @Session()
  async contactListPage(@Args() query: ListListsQuery): Promise<ContactListPageType> {
    const page = await this.lists.listPage(currentTenantId(), query);
    return { lists: page.items, nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }
}
