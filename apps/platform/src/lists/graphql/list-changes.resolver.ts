import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import type { ContactList } from '../contact-list.entity.js';
import { AddMembersRequest, MembersRequest, SaveListRequest } from '../dto/list.requests.js';
import { AddedMembersResponse, ListView, RemovedMembersResponse } from '../dto/list.responses.js';
import { ListsService } from '../lists.service.js';
import { ListArgument } from './list-argument.js';

@Session()
@Resolver(() => ListView)
export class ListChangesResolver {
  constructor(private readonly lists: ListsService) {}

  @Mutation(() => ListView, { nullable: true, description: 'Adds a list, or changes the one that has the slug.' })
  async saveContactList(@Args('input') input: SaveListRequest): Promise<ListView> {
    const { list } = await this.lists.upsert(currentTenantId(), input.toList());
    return ListView.of(list);
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a list; its members stay contacts. Conflict while a campaign goes to it. Answers its id.',
  })
  async deleteContactList(@ListArgument() { id }: ContactList): Promise<string> {
    await this.lists.delete(currentTenantId(), id);
    return id;
  }

  @Mutation(() => AddedMembersResponse, {
    nullable: true,
    description:
      'Puts contacts on a list: all of them, or none. With double opt-in they are pending until they confirm by mail.',
  })
  async addContactListMembers(
    @ListArgument() { id }: ContactList,
    @Args('input') { ContactIds, ConsentNote }: AddMembersRequest,
  ): Promise<AddedMembersResponse> {
    return AddedMembersResponse.of(await this.lists.addMembers(currentTenantId(), id, ContactIds, ConsentNote));
  }

  @Mutation(() => RemovedMembersResponse, { nullable: true, description: 'Takes contacts off a list.' })
  async removeContactListMembers(
    @ListArgument() { id }: ContactList,
    @Args('input') { ContactIds }: MembersRequest,
  ): Promise<RemovedMembersResponse> {
    return { Removed: await this.lists.removeMembers(currentTenantId(), id, ContactIds) };
  }
}
