import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId, requireScope } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { Contact } from '../../../contacts/contact.entity.js';
import type { ContactList } from '../../../lists/contact-list.entity.js';
import { ListsService } from '../../../lists/lists.service.js';
import { KnownSegment } from './known-segment.js';
import { TheirContacts } from './their-contacts.js';

/** Contacts of an audience, the older form of Resend: one that is not on the list is not found there. */
@ApiExcludeController()
@Controller(['audiences/:segment/contacts', 'segments/:segment/contacts'])
export class ResendAudienceContactsController {
  constructor(
    private readonly contacts: TheirContacts,
    private readonly lists: ListsService,
  ) {}

  @Post()
  @ApiKey('contacts:write')
  async create(@KnownSegment() list: ContactList, @Body() body: unknown): Promise<object> {
    requireScope('lists:write');
    return { object: 'contact', id: await this.contacts.createOn(list, body) };
  }

  @Get(':contact')
  @ApiKey('contacts:read')
  async get(@KnownSegment() list: ContactList, @Param('contact') name: string): Promise<object> {
    requireScope('suppressions:read');
    return this.contacts.show(await this.memberOf(list, name));
  }

  @Patch(':contact')
  @ApiKey('contacts:write')
  async update(@KnownSegment() list: ContactList, @Param('contact') name: string, @Body() body: unknown) {
    const contact = await this.memberOf(list, name);
    await this.contacts.update(contact, body);
    return { object: 'contact', id: contact.id };
  }

  /** Takes the contact off the list; it stays a contact, for it may be on others. */
  @Delete(':contact')
  @HttpCode(200)
  @ApiKey('lists:write')
  async delete(@KnownSegment() list: ContactList, @Param('contact') name: string): Promise<object> {
    const contact = await this.memberOf(list, name);
    await this.lists.removeMembers(currentTenantId(), list.id, [contact.id]);
    return { object: 'contact', contact: contact.id, deleted: true };
  }

  private async memberOf(list: ContactList, name: string): Promise<Contact> {
    const contact = await this.contacts.get(name);
    if (!(await this.lists.isMember(list, contact.id))) throw new Problem('NotFound');
    return contact;
  }
}
