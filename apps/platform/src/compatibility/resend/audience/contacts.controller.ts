import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, requireScope } from '#libs/core/auth';
import type { TheirList } from '../frame/list-page.js';
import { TheirContacts } from './their-contacts.js';

/** Contacts as clients of Resend keep them; each is named by its id or its e-mail address. */
@ApiExcludeController()
@Controller('contacts')
export class ResendContactsController {
  constructor(private readonly contacts: TheirContacts) {}

  @Post()
  @ApiKey('contacts:write')
  async create(@Body() body: unknown): Promise<object> {
    return { object: 'contact', id: await this.contacts.create(body) };
  }

  @Get()
  @ApiKey('contacts:read')
  list(@Query() query: object): Promise<TheirList> {
    requireScope('suppressions:read');
    return this.contacts.list({ ...query });
  }

  @Get(':contact')
  @ApiKey('contacts:read')
  async get(@Param('contact') name: string): Promise<object> {
    requireScope('suppressions:read');
    return this.contacts.show(await this.contacts.get(name));
  }

  @Patch(':contact')
  @ApiKey('contacts:write')
  async update(@Param('contact') name: string, @Body() body: unknown): Promise<object> {
    const contact = await this.contacts.get(name);
    await this.contacts.update(contact, body);
    return { object: 'contact', id: contact.id };
  }

  @Delete(':contact')
  @HttpCode(200)
  @ApiKey('contacts:write')
  async delete(@Param('contact') name: string): Promise<object> {
    const contact = await this.contacts.get(name);
    await this.contacts.delete(contact);
    return { object: 'contact', contact: contact.id, deleted: true };
  }
}
