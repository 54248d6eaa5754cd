import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { UuidArgument } from '../../uuid-argument.js';
import { SavedViewObject, SavedViewRequest, toSavedView } from '../saved-view.dto.js';
import { found, SavedViewsService } from '../saved-views.service.js';

@Session()
@Resolver(() => SavedViewObject)
export class SavedViewsResolver {
  constructor(private readonly views: SavedViewsService) {}

  @Query(() => [SavedViewObject], {
    nullable: true,
    description: 'The views of the account by name; at most 50. `filtros` has what REST takes as a query.',
  })
  async savedViews(): Promise<SavedViewObject[]> {
    const views = await this.views.list(currentTenantId());
    return views.map((view) => SavedViewObject.of(view));
  }

  @Query(() => SavedViewObject, { nullable: true, description: 'One view of the account.' })
  async savedView(@UuidArgument() id: string): Promise<SavedViewObject> {
    return SavedViewObject.of(found(await this.views.find(currentTenantId(), id)));
  }

  @Mutation(() => SavedViewObject, { nullable: true, description: 'A new view, for all members of the account.' })
  async createSavedView(@Args('input') input: SavedViewRequest): Promise<SavedViewObject> {
    return SavedViewObject.of(await this.views.create(currentTenantId(), toSavedView(input)));
  }

  @Mutation(() => SavedViewObject, { nullable: true, description: 'Replaces the name and all filters of a view.' })
  async replaceSavedView(@UuidArgument() id: string, @Args('input') input: SavedViewRequest): Promise<SavedViewObject> {
    return SavedViewObject.of(await this.views.replace(currentTenantId(), id, toSavedView(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a view; its contacts stay. Answers its id.' })
  async deleteSavedView(@UuidArgument() id: string): Promise<string> {
    await this.views.delete(currentTenantId(), id);
    return id;
  }
}
