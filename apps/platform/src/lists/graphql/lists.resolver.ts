import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import type { ContactList } from '../contact-list.entity.js';
import { ListListsQuery } from '../dto/list.requests.js';
import { ListView } from '../dto/list.responses.js';
import { ListsService } from '../lists.service.js';
import { ListArgument } from './list-argument.js';
import { ContactListConnection, ContactListConnectionArgs, ContactListPageType } from './list.types.js';

@Session()
@Resolver(() => ListView)
export class ListsResolver {
  constructor(private readonly lists: ListsService) {}

  @Query(() => ContactListPageType, { nullable: true, description: 'The lists of contacts, newest first.' })
  async contactListPage(@Args() query: ListListsQuery): Promise<ContactListPageType> {
    const { items, nextCursor, hasMore } = await this.lists.listPage(currentTenantId(), query);
    return { lists: items.map((list) => ListView.of(list)), nextCursor: String(nextCursor), hasMore };
  }

  @Query(() => ContactListConnection, { nullable: true, description: 'The lists of contacts, newest first.' })
  contactLists(@Args() args: ContactListConnectionArgs): Promise<ContactListConnection> {
    const tenantId = currentTenantId();
    return ContactListConnection.read(
      args,
      (page) => this.lists.listPage(tenantId, page),
      () => this.lists.count(tenantId),
    );
  }

  @Query(() => ListView, { nullable: true, description: 'One list.' })
  contactList(@ListArgument() list: ContactList): ListView {
    return ListView.of(list);
  }
}
