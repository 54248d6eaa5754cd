import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { ContactObject } from '../dto/contact.object.js';
import { CreateIdentifierRequest, IdentifierObject, toTypedIdentifier } from '../dto/identifier.dto.js';
import { IdentifiersService } from '../identifier-changes/identifiers.service.js';

@Session()
@Resolver(() => IdentifierObject)
export class IdentifiersResolver {
  constructor(private readonly identifiers: IdentifiersService) {}

  @Mutation(() => IdentifierObject, {
    nullable: true,
    description: 'Gives a contact one more e-mail address or telephone number; at most 20 of each.',
  })
  async addContactIdentifier(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('input') input: CreateIdentifierRequest,
  ): Promise<IdentifierObject> {
    return IdentifierObject.of(await this.identifiers.add(currentTenantId(), contactId, toTypedIdentifier(input)));
  }

  @Mutation(() => ContactObject, {
    nullable: true,
    description:
      'Takes an identifier from a contact, but not the last. The oldest of the others becomes the primary one.',
  })
  async removeContactIdentifier(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<ContactObject> {
    return ContactObject.of(await this.identifiers.remove(currentTenantId(), contactId, id));
  }

  @Mutation(() => ContactObject, { nullable: true, description: 'Makes an identifier the one that is used first.' })
  async makeContactIdentifierPrimary(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<ContactObject> {
    return ContactObject.of(await this.identifiers.makePrimary(currentTenantId(), contactId, id));
  }
}
