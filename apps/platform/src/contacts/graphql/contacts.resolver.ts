import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import type { ContactRow } from '../contact.js';
import { ContactsService } from '../contacts.service.js';
import { ContactPageType, ContactType } from './contact.types.js';
import { ContactsArgs } from './contacts.args.js';

@Resolver(() => ContactType)
export class ContactsResolver {
  constructor(private readonly contacts: ContactsService) {}

  @Query(() => ContactPageType, { nullable: true, description: 'The contacts, newest first.' })
  @Session()
  async contactPage(@Args() { q, listId, cursor, limit }: ContactsArgs): Promise<ContactPageType> {
    // GraphQL has null where a variable is left open, which here means the same as absent.
    const filter = { text: q ?? undefined, listId: listId ?? undefined };
    const request = { cursor: cursor ? Number(cursor) : undefined, limit };
    const page = await this.contacts.listPage(currentTenantId(), filter, request);
    return { contacts: page.items.map(toContact), nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }
}

function toContact({ attributes, ...contact }: ContactRow): ContactType {
  return { ...contact, attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })) };
}
