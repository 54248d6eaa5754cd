import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId, requireScope } from '#libs/core/auth';
import { invalidField, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import type { Contact } from '../../../contacts/contact.entity.js';
import type { ContactList } from '../../../lists/contact-list.entity.js';
import { ListsService } from '../../../lists/lists.service.js';
import { MAX_TOPICS } from '../../../topics/topic.js';
import { TopicsService } from '../../../topics/topics.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listOf, type TheirList } from '../frame/list-page.js';
import { ContactChoices } from './contact-choices.js';
import { KnownSegment } from './known-segment.js';
import { fromList } from './segments.controller.js';
import { TheirContacts } from './their-contacts.js';

/** The segments that a contact is in, and its choices of topics. */
@ApiExcludeController()
@Controller('contacts/:contact')
export class ResendContactMembershipsController {
  constructor(
    private readonly database: Database,
    private readonly contacts: TheirContacts,
    private readonly lists: ListsService,
    private readonly topics: TopicsService,
    private readonly choices: ContactChoices,
  ) {}

  @Get('segments')
  @ApiKey('lists:read')
  async listSegments(@Param('contact') name: string, @Query() query: object): Promise<TheirList> {
    const { id, tenantId } = await this.contactOf(name);
    return listOf({ ...query }, 'lst', (page) => this.lists.listPageOfContact(tenantId, id, page), fromList);
  }

  @Post('segments/:segment')
  @ApiKey('lists:write')
  async addSegment(@Param('contact') name: string, @KnownSegment() list: ContactList): Promise<object> {
    const contact = await this.contactOf(name);
    await this.lists.addMembers(currentTenantId(), list.id, [contact.id]);
    return { id: list.id };
  }

  @Delete('segments/:segment')
  @HttpCode(200)
  @ApiKey('lists:write')
  async removeSegment(@Param('contact') name: string, @KnownSegment() { id }: ContactList): Promise<object> {
    const contact = await this.contactOf(name);
    const removed = await this.lists.removeMembers(currentTenantId(), id, [contact.id]);
    if (removed === 0) throw new Problem('NotFound');
    return { id, audienceId: id, deleted: true };
  }

  @Get('topics')
  @ApiKey('topics:read')
  async listTopics(@Param('contact') name: string, @Query() query: object): Promise<TheirList> {
    requireScope('suppressions:read');
    const { email, tenantId } = await this.contactOf(name);
    const left = await this.choices.leftTopicsOf(email);
    return listOf(
      { ...query },
      'top',
      (page) => this.topics.listPage(tenantId, page),
      (topic) => ({
        id: topic.id,
        name: topic.name,
        description: topic.description,
        subscription: left.has(topic.id) ? 'opt_out' : 'opt_in',
      }),
    );
  }

  @Patch('topics')
  @ApiKey('suppressions:write')
  async updateTopics(@Param('contact') name: string, @Body() body: unknown): Promise<object> {
    const { id, email } = await this.contactOf(name);
    const topics = await this.choices.readTopicChoices(itemsOf(body));
    await this.database.tenant(currentTenantId(), (tx) => this.choices.choose(tx, email, { topics }));
    return { id };
  }

  /** Finds a contact, for which our own routes need a scope as well. @throws Problem NotFound, PermissionDenied */
  private async contactOf(name: string): Promise<Contact> {
    requireScope('contacts:read');
    return this.contacts.get(name);
  }
}

/** The choices of a body, which is a list of them or has one. */
function itemsOf(body: unknown): TheirFields[] {
  const items = TheirFields.of({ topics: Array.isArray(body) ? body : TheirFields.of(body).value('topics') }).list(
    'topics',
    MAX_TOPICS,
  );
  if (items.length === 0) throw invalidField('MissingParameter', 'topics', 'is missing');
  return items;
}
