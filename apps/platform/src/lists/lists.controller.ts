import { Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ContactList } from './contact-list.entity.js';
import { AddMembersRequest, ListListsQuery, MembersRequest, SaveListRequest } from './dto/list.requests.js';
import {
  AddedMembersResponse,
  ListPageResponse,
  ListResponse,
  ListView,
  RemovedMembersResponse,
} from './dto/list.responses.js';
import { KnownList } from './known-list.js';
import { ListsService } from './lists.service.js';

@ApiTags('Lists')
@Controller('api/lists')
export class ListsController {
  constructor(private readonly lists: ListsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List lists, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: ListPageResponse },
  })
  async list(@Query() page: ListListsQuery): Promise<ListPageResponse> {
    return ListPageResponse.of(await this.lists.listPage(currentTenantId(), page));
  }

  @Post()
  @Session()
  @Operation({
    summary: 'Add a list, or change the one that has the slug',
    description:
      '201 for a new list, 200 for one that was changed. 422 DomainNotVerified for DoubleOptIn without a sender for its mails.',
    success: [
      { status: 201, type: ListResponse, description: 'Added' },
      { status: 200, type: ListResponse, description: 'A list with this slug was there and is changed' },
    ],
  })
  async upsert(
    @Body() request: SaveListRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListResponse> {
    const { list, isNew } = await this.lists.upsert(currentTenantId(), request.toList());
    response.status(isNew ? 201 : 200).setHeader('Location', `/api/lists/${list.id}`);
    return { List: ListView.of(list) };
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Read a list',
    description: 'MemberCount says how many contacts are on the list.',
    success: { status: 200, type: ListResponse },
  })
  get(@KnownList() list: ContactList): ListResponse {
    return { List: ListView.of(list) };
  }

  @Delete(':id')
  @Session()
  @Operation({
    summary: 'Remove a list; its members stay contacts',
    description: '409 while a campaign to it is scheduled, running or paused.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@KnownList() { id }: ContactList): Promise<void> {
    await this.lists.delete(currentTenantId(), id);
  }

  @Post(':id/members')
  @Session()
  @Operation({
    summary: 'Put contacts on a list',
    description:
      'All of them, or none when one of the ids is that of no contact of the account. On a list with double opt-in they ' +
      'are pending until they confirm by the link in a mail; those that are pending already get another one, at most ' +
      'every ten minutes and five in all.',
    success: { status: 200, type: AddedMembersResponse },
  })
  async addMembers(
    @KnownList() { id }: ContactList,
    @Body() { ContactIds, ConsentNote }: AddMembersRequest,
  ): Promise<AddedMembersResponse> {
    return AddedMembersResponse.of(await this.lists.addMembers(currentTenantId(), id, ContactIds, ConsentNote));
  }

  @Delete(':id/members')
  @Session()
  @Operation({
    summary: 'Take contacts off a list',
    description: 'Those that are not on it are passed over.',
    success: { status: 200, type: RemovedMembersResponse },
  })
  async removeMembers(
    @KnownList() { id }: ContactList,
    @Body() { ContactIds }: MembersRequest,
  ): Promise<RemovedMembersResponse> {
    return { Removed: await this.lists.removeMembers(currentTenantId(), id, ContactIds) };
  }
}
