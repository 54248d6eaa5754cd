import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { ValidateEachRow, Created, knownBy, Operation } from '#libs/core/http';
import { Contact } from './contact.entity.js';
import { ContactImportService } from './contact-import.service.js';
import { toContactChange, toContactFields } from './contact.mapper.js';
import { ContactsService } from './contacts.service.js';
import {
  CreateContactRequest,
  ImportContactsRequest,
  ListContactsQuery,
  MAX_IMPORT,
  UpdateContactRequest,
} from './dto/contact.requests.js';
import { ContactPageResponse, ContactResponse, ContactView, ImportResponse } from './dto/contact.responses.js';

const KnownContact = knownBy(ContactsService, (contacts, { id = '' }) => contacts.find(currentTenantId(), id));

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
  async list(@Query() { q, list_id, external_id, ...page }: ListContactsQuery): Promise<ContactPageResponse> {
    const filter = { text: q, listId: list_id, externalId: external_id };
    return ContactPageResponse.of(await this.contacts.listPage(currentTenantId(), filter, page));
  }

  @Post()
  @Session()
  @Created({
    summary: 'Add a contact',
    description: '409 if another contact has the ExternalId, the e-mail address or the phone number.',
    type: ContactResponse,
    location: ({ Contact: { Id } }) => `/api/contacts/${Id}`,
    errors: [409],
  })
  async create(@Body() body: CreateContactRequest): Promise<ContactResponse> {
    return { Contact: ContactView.of(await this.contacts.create(currentTenantId(), toContactFields(body))) };
  }

  @Post('bulk')
  @Session()
  @ValidateEachRow('Contacts', MAX_IMPORT)
  @Operation({
    summary: 'Add or change up to 5000 contacts',
    description:
      'A row changes the contact that has its ExternalId or, failing that, its e-mail or phone, and adds one when there is none. ' +
      'Rows are applied in order; a later row about the same contact wins and counts as updated. ' +
      'A row that cannot be applied is reported, and the others are applied.',
    success: { status: 200, type: ImportResponse },
    errors: [409],
  })
  async import(@Body() { Contacts }: ImportContactsRequest): Promise<ImportResponse> {
    return ImportResponse.of(await this.imports.run(currentTenantId(), Contacts));
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Read a contact',
    description: '404 for a contact of another tenant, as for one that does not exist.',
    success: { status: 200, type: ContactResponse },
  })
  get(@KnownContact() contact: Contact): ContactResponse {
    return { Contact: ContactView.of(contact) };
  }

  @Patch(':id')
  @Session()
  @Operation({
    summary: 'Change a contact',
    description:
      'What is absent stays, null empties. Attributes are replaced as a whole. ' +
      'Lists with double opt-in ask a member again at a new e-mail address.',
    success: { status: 200, type: ContactResponse },
    errors: [409],
  })
  async update(@KnownContact() { id }: Contact, @Body() body: UpdateContactRequest): Promise<ContactResponse> {
    return { Contact: ContactView.of(await this.contacts.update(currentTenantId(), id, toContactChange(body))) };
  }

  @Delete(':id')
  @Session()
  @Operation({
    summary: 'Remove a contact, from its lists too',
    description: 'Messages that were sent to the contact stay in the history.',
    success: { status: 204 },
  })
  async delete(@KnownContact() { id }: Contact): Promise<void> {
    await this.contacts.delete(currentTenantId(), id);
  }
}
