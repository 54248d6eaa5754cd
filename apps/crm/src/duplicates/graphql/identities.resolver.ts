import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { ContactRelations } from '../../contacts/graphql/contact-relations.js';
import { ResolvedIdentityObject, ResolveIdentityQuery } from '../identity.dto.js';
import { IdentityResolver } from '../identity-resolver.js';

@Session()
@Resolver(() => ResolvedIdentityObject)
export class IdentitiesResolver {
  constructor(
    private readonly identities: IdentityResolver,
    private readonly relations: ContactRelations,
  ) {}

  @Query(() => ResolvedIdentityObject, {
    nullable: true,
    description: 'Finds the contact of an e-mail address or telephone number. The answer never repeats the value.',
  })
  async resolveIdentity(@Args() { canal, valor }: ResolveIdentityQuery): Promise<ResolvedIdentityObject> {
    return ResolvedIdentityObject.of(await this.identities.resolve(currentTenantId(), canal, valor));
  }

  @ResolveField(() => ContactObject, { nullable: true, description: 'Null if there is none.' })
  async contact(@Parent() { contato_id }: ResolvedIdentityObject): Promise<ContactObject | null> {
    const record = contato_id === null ? undefined : await this.relations.contacts.load(contato_id);
    return record ? ContactObject.of(record) : null;
  }
}
