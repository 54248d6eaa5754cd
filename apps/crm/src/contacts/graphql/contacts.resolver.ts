import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { inOrderOf } from '#libs/core/graphql';
import { Problem } from '#libs/core/http';
import type { Lifecycle } from '../contact-values.js';
import { ContactsService } from '../contacts.service.js';
import { toTypedContact } from '../dto/contact.mapper.js';
import { ContactObject } from '../dto/contact.object.js';
import { CreateContactRequest, DeleteContactRequest, UpdateContactRequest } from '../dto/create-contact.request.js';
import { LifecycleService } from '../lifecycle/lifecycle.service.js';
import { RemovalService } from '../lifecycle/removal.service.js';
import { ContactsByEmailArgs } from './contact.types.js';

@Session()
@Resolver(() => ContactObject)
export class ContactsResolver {
  constructor(
    private readonly contacts: ContactsService,
    private readonly lifecycle: LifecycleService,
    private readonly removal: RemovalService,
  ) {}

  @Query(() => ContactObject, { nullable: true, description: 'One contact; a deleted one is not found.' })
  async contact(@Args('id', { type: () => ID }) id: string): Promise<ContactObject> {
    const record = await this.contacts.find(currentTenantId(), id);
    if (!record) throw new Problem('NotFound');
    return ContactObject.of(record);
  }

  @Query(() => [ContactObject], {
    nullable: 'itemsAndList',
    description: 'The contact of each e-mail address, in the order of the addresses; null where there is none.',
  })
  async crmContactsByEmail(@Args() { emails }: ContactsByEmailArgs): Promise<(ContactObject | null)[]> {
    const found = await this.contacts.findByEmails(currentTenantId(), emails);
    return inOrderOf(emails, found).map((record) => record && ContactObject.of(record));
  }

  @Mutation(() => ContactObject, {
    nullable: true,
    description: 'A new contact, with an e-mail address or telephone number that no other contact of the account has.',
  })
  async createContact(@Args('input') input: CreateContactRequest): Promise<ContactObject> {
    const { userId } = currentSession();
    return ContactObject.of(await this.contacts.create(currentTenantId(), userId, toTypedContact(input)));
  }

  @Mutation(() => ContactObject, {
    nullable: true,
    description: 'Changes a contact: what is absent stays, null empties. In `campos` only the given keys change.',
  })
  async updateContact(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateContactRequest,
  ): Promise<ContactObject> {
    const { userId } = currentSession();
    return ContactObject.of(await this.contacts.update(currentTenantId(), userId, id, toTypedContact(input)));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes a contact; its e-mail address and telephone number are free again. Answers its id.',
  })
  async deleteContact(
    @Args('id', { type: () => ID }) id: string,
    @Args('input', { nullable: true }) input?: DeleteContactRequest,
  ): Promise<string> {
    await this.removal.delete(currentTenantId(), currentSession().userId, id, input?.motivo?.trim() || null);
    return id;
  }

  @Mutation(() => ContactObject, { nullable: true, description: 'Makes a contact of a lead.' })
  async promoteContact(@Args('id', { type: () => ID }) id: string): Promise<ContactObject> {
    return this.changeLifecycle(id, 'contact');
  }

  @Mutation(() => ContactObject, { nullable: true, description: 'Makes a lead of a contact.' })
  async demoteContact(@Args('id', { type: () => ID }) id: string): Promise<ContactObject> {
    return this.changeLifecycle(id, 'lead');
  }

  private async changeLifecycle(id: string, lifecycle: Lifecycle): Promise<ContactObject> {
    return ContactObject.of(await this.lifecycle.change(currentTenantId(), currentSession().userId, id, lifecycle));
  }
}
