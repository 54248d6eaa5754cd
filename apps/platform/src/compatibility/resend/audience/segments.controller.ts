import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiKey, currentTenantId, requireScope } from '#libs/core/auth';
import { bodyOf } from '#libs/core/http';
import type { ContactList } from '../../../lists/contact-list.entity.js';
import { SaveListRequest } from '../../../lists/dto/list.requests.js';
import { ListsService } from '../../../lists/lists.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listOf, type TheirList } from '../frame/list-page.js';
import { KnownSegment } from './known-segment.js';
import { TheirContacts } from './their-contacts.js';

/** Lists of contacts as clients of Resend know them: segments, which older clients call audiences. */
@ApiExcludeController()
@Controller(['segments', 'audiences'])
export class ResendSegmentsController {
  constructor(
    private readonly lists: ListsService,
    private readonly contacts: TheirContacts,
  ) {}

  @Post()
  @ApiKey('lists:write')
  async create(@Req() request: Request, @Body() body: unknown): Promise<object> {
    const { id, name } = await this.lists.create(currentTenantId(), nameOf(body));
    return { object: kindOf(request), id, name };
  }

  @Get()
  @ApiKey('lists:read')
  list(@Query() query: object): Promise<TheirList> {
    return listOf({ ...query }, 'lst', (page) => this.lists.listPage(currentTenantId(), page), fromList);
  }

  @Get(':segment')
  @ApiKey('lists:read')
  get(@Req() request: Request, @KnownSegment() list: ContactList): object {
    return { object: kindOf(request), ...fromList(list) };
  }

  @Patch(':segment')
  @ApiKey('lists:write')
  async update(@Req() request: Request, @KnownSegment() { id, slug }: ContactList, @Body() body: unknown) {
    await this.lists.upsert(currentTenantId(), { name: nameOf(body), slug });
    return { object: kindOf(request), id };
  }

  @Delete(':segment')
  @HttpCode(200)
  @ApiKey('lists:write')
  async delete(@Req() request: Request, @KnownSegment() { id }: ContactList): Promise<object> {
    await this.lists.delete(currentTenantId(), id);
    return { object: kindOf(request), id, deleted: true };
  }

  @Get(':segment/contacts')
  @ApiKey('lists:read')
  listContacts(@KnownSegment() { id }: ContactList, @Query() query: object): Promise<TheirList> {
    requireScope('suppressions:read');
    return this.contacts.list({ ...query }, { listId: id });
  }
}

const nameOf = (body: unknown): string =>
  bodyOf({ Name: TheirFields.of(body).requiredText('name') }, SaveListRequest).Name;

const kindOf = ({ path }: Request): string => (/^\/audiences/i.test(path) ? 'audience' : 'segment');

/** Segment in a list of Resend. */
export const fromList = ({ id, name, createdAt }: ContactList): object => ({
  id,
  name,
  created_at: createdAt.toISOString(),
});
