import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { ContactListService } from '../../contact-list/contact-list.service.js';
import { toContactFilter } from '../../contact-list/dto/contact-list.query.js';
import { toCustomTexts } from '../../contact-list/graphql/contact-list.types.js';
import { toTypedContact } from '../../contacts/dto/contact.mapper.js';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { UpdateContactRequest } from '../../contacts/dto/create-contact.request.js';
import { ContactRelations } from '../../contacts/graphql/contact-relations.js';
import { filteredCursors } from '../../filtered-cursors.js';
import { CustomersService } from '../customers.service.js';
import { CustomerConnection, CustomerConnectionArgs, CustomerNode } from './customer.types.js';

@Session()
@Resolver(() => CustomerNode)
export class CustomersResolver {
  constructor(
    private readonly service: CustomersService,
    private readonly contactLists: ContactListService,
    private readonly relations: ContactRelations,
    private readonly secrets: SecretBox,
  ) {}

  @Query(() => CustomerConnection, {
    nullable: true,
    description: 'The contacts that are customers, newest contact first, with the filters of `contacts`.',
  })
  async customers(@Args() args: CustomerConnectionArgs): Promise<CustomerConnection> {
    const tenantId = currentTenantId();
    const filter = await this.contactLists.withCustom(tenantId, toContactFilter(args), toCustomTexts(args));
    const cursors = filteredCursors(this.secrets, 'crm.customers', tenantId, filter);
    return CustomerConnection.read(args, cursors, (page) => this.service.listPage(tenantId, filter, page));
  }

  @Query(() => CustomerNode, {
    nullable: true,
    description: 'One customer; a contact in another stage is not found.',
  })
  async customer(@Args('id', { type: () => ID }) id: string): Promise<CustomerNode> {
    const customer = await this.service.find(currentTenantId(), id);
    if (!customer) throw new Problem('NotFound');
    return CustomerNode.of(customer);
  }

  @Mutation(() => CustomerNode, {
    nullable: true,
    description: 'Changes a customer as `updateContact` does. In another stage it is a customer no more.',
  })
  async updateCustomer(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateContactRequest,
  ): Promise<CustomerNode> {
    const { userId } = currentSession();
    return CustomerNode.of(await this.service.update(currentTenantId(), userId, id, toTypedContact(input)));
  }

  @ResolveField(() => ContactObject, {
    nullable: true,
    description: 'The contact, for its timeline and consent; null once it is deleted.',
  })
  async contact(@Parent() { id }: CustomerNode): Promise<ContactObject | null> {
    const record = await this.relations.contacts.load(id);
    return record ? ContactObject.of(record) : null;
  }
}
