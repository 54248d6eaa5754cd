import { Args, ArgsType, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, IdentityOutage, Session } from '#libs/core/auth';
import { inOrderOf, KeyList } from '#libs/core/graphql';
import { MemberResponse } from '../dto/member.responses.js';
import { MembersService } from '../members.service.js';

@ArgsType()
class MembersByIdsArgs {
  @KeyList('ID')
  ids: string[];
}

/** The members that what a tenant has names by their ids, such as the author of a version. */
@IdentityOutage('ProviderError')
@Session()
@Resolver(() => MemberResponse)
export class MembersByIdsResolver {
  constructor(private readonly members: MembersService) {}

  @Query(() => [MemberResponse], {
    nullable: 'itemsAndList',
    description:
      'The member of the account with each id, in the order of the ids; null for one who is none, or no more.',
  })
  async membersByIds(@Args() { ids }: MembersByIdsArgs): Promise<(MemberResponse | null)[]> {
    const found = await this.members.findByIds(currentTenantId(), [...new Set(ids)]);
    return inOrderOf(ids, found).map((member) => member && MemberResponse.of(member));
  }
}
