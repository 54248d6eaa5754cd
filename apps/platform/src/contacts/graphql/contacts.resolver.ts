import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { ListsService } from '../../lists/lists.service.js';
import type { Contact } from '../contact.entity.js';
import { ContactPageArgs } from '../dto/contact.requests.js';
import type { ContactFilter } from '../contact.repository.js';
import { ContactsService } from '../contacts.service.js';
import { ContactArgument } from './contact-argument.js';
import {
  ContactConnection,
  ContactConnectionArgs,
  ContactListMembersArgs,
  ContactPageType,
  ContactType,
} from './contact.types.js';

@Session()
@Resolver(() => ContactType)
export class ContactsResolver {
  constructor(
    private readonly service: ContactsService,
    private readonly lists: ListsService,
  ) {}

  @Query(() => ContactPageType, { nullable: true, description: 'The contacts, newest first.' })
  async contactPage(@Args() { q, listId, externalId, ...request }: ContactPageArgs): Promise<ContactPageType> {
    const page = await this.service.listPage(currentTenantId(), { text: q, listId, externalId }, request);
    return { contacts: page.items.map(ContactType.of), nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }

  @Query(() => ContactConnection, {
    nullable: true,
    description:
      'The contacts, newest first unless sorted. A search looks at a bounded number of contacts: a page may be short or empty and have more behind it.',
  })
  async contacts(@Args() args: ContactConnectionArgs): Promise<ContactConnection> {
    return this.read(args, { text: args.q, listId: args.listId, externalId: args.externalId });
  }

  @Query(() => ContactConnection, {
    nullable: true,
    description: 'The members of a list, newest contact first unless sorted.',
  })
  async contactListMembers(@Args() args: ContactListMembersArgs): Promise<ContactConnection> {
    const list = await this.lists.find(currentTenantId(), args.id);
    if (!list) throw new Problem('NotFound');
    return this.read(args, args.toFilter(list.id));
  }

  @Query(() => ContactType, { nullable: true, description: 'One contact.' })
  contact(@ContactArgument() contact: Contact): ContactType {
    return ContactType.of(contact);
  }

  private read(
    args: ContactConnectionArgs | ContactListMembersArgs,
    filter: ContactFilter,
  ): Promise<ContactConnection> {
    const tenantId = currentTenantId();
    return ContactConnection.read(
      args,
      (page) => this.service.listPage(tenantId, filter, page),
      () => this.service.count(tenantId, filter),
    );
  }
}
