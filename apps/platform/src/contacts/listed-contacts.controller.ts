import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ContactList } from '../lists/contact-list.entity.js';
import { KnownList } from '../lists/known-list.js';
import { ContactsService } from './contacts.service.js';
import { ListedContactsQuery } from './dto/contact.requests.js';
import { ContactPageResponse } from './dto/contact.responses.js';

/** The members of a list as contacts. ListsController changes them under the same path. */
@ApiTags('Lists')
@Controller('api/lists/:id/members')
export class ListedContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List the members of a list, newest contact first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: ContactPageResponse },
  })
  async list(@KnownList() { id }: ContactList, @Query() query: ListedContactsQuery): Promise<ContactPageResponse> {
    return ContactPageResponse.of(await this.contacts.listPage(currentTenantId(), query.toFilter(id), query));
  }
}
