import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { UuidArgument } from '../../uuid-argument.js';
import { CompanyPersonObject, LinkPersonRequest } from '../company-people.dto.js';
import { CompanyPeopleService } from '../company-people.service.js';

@Session()
@Resolver()
export class CompanyPeopleResolver {
  constructor(private readonly people: CompanyPeopleService) {}

  @Mutation(() => CompanyPersonObject, {
    nullable: true,
    description: 'Links a contact to a company beside its primary one. A link that exists gets the role.',
  })
  async linkCompanyPerson(
    @UuidArgument() id: string,
    @Args('input') { contato_id: contactId, papel: role }: LinkPersonRequest,
  ): Promise<CompanyPersonObject> {
    const { userId: authorId } = currentSession();
    const { member } = await this.people.link(currentTenantId(), id, { contactId, role, authorId });
    return CompanyPersonObject.of(member);
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a secondary link; the primary company of the contact stays. Answers the id of the contact.',
  })
  async unlinkCompanyPerson(
    @UuidArgument() id: string,
    @Args('contato_id', { type: () => ID }) contactId: string,
  ): Promise<string> {
    await this.people.unlink(currentTenantId(), id, contactId, currentSession().userId);
    return contactId;
  }
}
