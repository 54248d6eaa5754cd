import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/auth';
import { Operation } from '#libs/http';
import { KnownList } from '../lists/known-list.js';
import { toContactPage } from './contact.mapper.js';
import { ContactsService } from './contacts.service.js';
import { SearchContactsQuery } from './dto/contact.requests.js';
import { ContactPageResponse } from './dto/contact.responses.js';

/** The contacts of a list. Who is on it is changed under the same path, by the list's own controller. */
@ApiTags('Lists')
@Controller('api/lists/:id/members')
export class ListedContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Get()
  @Session()
  @KnownList()
  @Operation({
    summary: 'List the members of a list, newest contact first',
    success: { status: 200, type: ContactPageResponse },
  })
  async list(
    @Param('id') listId: string,
    @Query() { q, cursor, limit }: SearchContactsQuery,
  ): Promise<ContactPageResponse> {
    return toContactPage(await this.contacts.list(currentTenantId(), { text: q, listId }, cursor, limit));
  }
}
