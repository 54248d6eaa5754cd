import { Args, Field, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { GraphqlObject } from '#libs/core/graphql';
import { PageNode } from '../../pages/graphql/page.types.js';
import { MovedResponse, MovePageRequest, toMove } from '../move.dto.js';
import { MovingService } from '../moving.service.js';

@GraphqlObject('MovePagePayload', 'A page that was moved.')
export class MovePagePayload extends MovedResponse {
  @Field(() => PageNode)
  page: PageNode;
}

@Session()
@Resolver()
export class MovingResolver {
  constructor(private readonly moving: MovingService) {}

  @Mutation(() => MovePagePayload, { nullable: true, description: 'Moves a page to a domain and a path.' })
  async movePage(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: MovePageRequest,
  ): Promise<MovePagePayload> {
    const moved = await this.moving.move(currentTenantId(), id, toMove(input));
    return { ...MovedResponse.of(moved), page: PageNode.of(moved.placed) };
  }
}
