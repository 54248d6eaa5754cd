import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/auth';
import { BodyOfRows, knownBy, Operation } from '#libs/http';
import { ContactImportService } from './contact-import.service.js';
import { toContactChange, toContactPage, toContactResponse, toContactRow, toImportResponse } from './contact.mapper.js';
import { ContactsService } from './contacts.service.js';
import {
  CreateContactRequest,
  ImportContactsRequest,
  ListContactsQuery,
  MAX_IMPORT,
  UpdateContactRequest,
} from './dto/contact.requests.js';
import { ContactPageResponse, ContactResponse, ImportResponse } from './dto/contact.responses.js';

const Known = knownBy(ContactsService, (contacts, { id = '' }) => contacts.exists(currentTenantId(), id));

@ApiTags('Contacts')
@Controller('api/contacts')
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly imports: ContactImportService,
  ) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List contacts, newest first',
    description:
      'A search looks at a bounded number of contacts: a page may be short or empty and have more behind it.',
    success: { status: 200, type: ContactPageResponse },
  })
  async list(@Query() { q, list_id, cursor, limit }: ListContactsQuery): Promise<ContactPageResponse> {
    return toContactPage(await this.contacts.list(currentTenantId(), { text: q, listId: list_id }, cursor, limit));
  }

  @Post()
  @Session()
  @Operation({
    summary: 'Add a contact',
    success: { status: 201, type: ContactResponse },
    errors: [409],
  })
  async create(
    @Body() body: CreateContactRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactResponse> {
    const contact = await this.contacts.create(currentTenantId(), toContactRow(body));
    response.setHeader('Location', `/api/contacts/${contact.id}`);
    return toContactResponse(contact);
  }

  @Post('bulk')
  @Session()
  @BodyOfRows('Contacts', MAX_IMPORT)
  @Operation({
    summary: 'Add or change up to 5000 contacts',
    description:
      'A row changes the contact that has its e-mail or, failing that, its phone, and adds one when there is none. ' +
      'Rows are applied in order; a later row about the same contact wins and counts as updated. ' +
      'A row that cannot be applied is reported, and the others are applied.',
    success: { status: 200, type: ImportResponse },
    errors: [409],
  })
  async import(@Body() { Contacts }: ImportContactsRequest): Promise<ImportResponse> {
    return toImportResponse(await this.imports.run(currentTenantId(), Contacts));
  }

  @Get(':id')
  @Session()
  @Known()
  @Operation({
    summary: 'Read a contact',
    success: { status: 200, type: ContactResponse },
  })
  async read(@Param('id') id: string): Promise<ContactResponse> {
    return toContactResponse(await this.contacts.read(currentTenantId(), id));
  }

  @Patch(':id')
  @Session()
  @Known()
  @Operation({
    summary: 'Change a contact',
    description: 'What is absent stays, null empties. Attributes are replaced as a whole.',
    success: { status: 200, type: ContactResponse },
    errors: [409],
  })
  async update(@Param('id') id: string, @Body() body: UpdateContactRequest): Promise<ContactResponse> {
    return toContactResponse(await this.contacts.update(currentTenantId(), id, toContactChange(body)));
  }

  @Delete(':id')
  @Session()
  @Known()
  @Operation({
    summary: 'Remove a contact, from its lists too',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.contacts.delete(currentTenantId(), id);
  }
}
