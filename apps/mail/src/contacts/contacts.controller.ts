import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import {
  ContactObject,
  CreateContactRequest,
  ListMailboxContactsQuery,
  MailboxContactPage,
  SuggestionObject,
  SuggestionsResponse,
  SuggestQuery,
  toContactValues,
  UpdateContactRequest,
} from './contact.dto.js';
import { ContactsService } from './contacts.service.js';
import { MailboxContact } from './mailbox-contact.entity.js';

const Known = knownBy(ContactsService, (contacts, { id = '', contatoId = '' }) => contacts.authorize(id, contatoId));

@ApiTags('Composing')
@Session()
@Controller('mailboxes/:id')
export class ContactsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly contacts: ContactsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.contacts');
  }

  @Get('contacts')
  @Operation({
    summary: 'List the contacts of a mailbox, by name',
    description:
      'With q, those whose name or e-mail address contains it. An old or invalid cursor returns the first page. They have ' +
      'nothing to do with the contacts of the CRM.',
    success: { status: 200, type: MailboxContactPage },
  })
  async list(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Query() query: ListMailboxContactsQuery,
  ): Promise<MailboxContactPage> {
    return MailboxContactPage.read(query, this.cursors, (page) => this.contacts.listPage(mailbox, query.q, page));
  }

  @Post('contacts')
  @Created({
    summary: 'Add a contact to a mailbox',
    description: '409 for an e-mail address that is a contact already, in whatever case, and at 10,000.',
    type: ContactObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/contacts/${id}`,
    errors: [409],
  })
  async create(@KnownMailbox('sender') mailbox: Mailbox, @Body() body: CreateContactRequest): Promise<ContactObject> {
    const contact = await this.contacts.create(mailbox, { ...toContactValues(body), email: body.email });
    return ContactObject.of(contact);
  }

  @Get('contacts/:contatoId')
  @Operation({
    summary: 'Read a contact',
    description: 'It needs the role sender in the mailbox.',
    success: { status: 200, type: ContactObject },
  })
  get(@Known() contact: MailboxContact): ContactObject {
    return ContactObject.of(contact);
  }

  @Patch('contacts/:contatoId')
  @Operation({
    summary: 'Change a contact',
    description: 'What is not given stays. 409 for an e-mail address that another contact has.',
    success: { status: 200, type: ContactObject },
    errors: [409],
  })
  async update(@Known() contact: MailboxContact, @Body() body: UpdateContactRequest): Promise<ContactObject> {
    return ContactObject.of(await this.contacts.update(contact, toContactValues(body)));
  }

  @Delete('contacts/:contatoId')
  @Operation({
    summary: 'Remove a contact',
    description: 'It is still suggested while it is among the recipients of sent messages.',
    success: { status: 204 },
  })
  async delete(@Known() contact: MailboxContact): Promise<void> {
    await this.contacts.delete(contact);
  }

  @Get('recipients/suggest')
  @Operation({
    summary: 'Suggest recipients',
    description:
      'Of the last 500 sent messages and of the contacts, those whose name or e-mail address contains q: first who is written ' +
      'to often and lately, then contacts by name. Without q, the likeliest of all.',
    success: { status: 200, type: SuggestionsResponse },
  })
  async suggest(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Query() { q, limit }: SuggestQuery,
  ): Promise<SuggestionsResponse> {
    const suggestions = await this.contacts.suggest(mailbox, q, limit);
    return { suggestions: suggestions.map((one) => SuggestionObject.of(one)) };
  }
}
