import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import { ContactPageArgs } from '../dto/contact.requests.js';
import type { ContactRow } from '../contact.js';
import { ContactsService } from '../contacts.service.js';
import { ContactPageType, ContactType } from './contact.types.js';

@Resolver(() => ContactType)
export class ContactsResolver {
  constructor(private readonly contacts: ContactsService) {}

  @Query(() => ContactPageType, { nullable: true, description: 'The contacts, newest first.' })
  @Session()
  async contactPage(@Args() { q, listId, ...request }: ContactPageArgs): Promise<ContactPageType> {
    const page = await this.contacts.listPage(currentTenantId(), { text: q, listId }, request);
    return { contacts: page.items.map(toContact), nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }
}

function toContact({ attributes, ...contact }: ContactRow): ContactType {
  return { ...contact, attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })) };
}
