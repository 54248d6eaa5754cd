import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { ReportViewObject, ReportViewRequest, toReportView } from '../report-view.dto.js';
import { found, ReportViewsService } from '../report-views.service.js';

@Session()
@Resolver(() => ReportViewObject)
export class ReportViewsResolver {
  constructor(private readonly views: ReportViewsService) {}

  @Query(() => [ReportViewObject], {
    nullable: true,
    description: 'The views of the report of visits by name; at most 50. `filtros` has what REST takes as a query.',
  })
  async reportViews(): Promise<ReportViewObject[]> {
    const views = await this.views.list(currentTenantId());
    return views.map((view) => ReportViewObject.of(view));
  }

  @Query(() => ReportViewObject, { nullable: true, description: 'One view of the report of visits.' })
  async reportView(@Args('id', { type: () => ID }) id: string): Promise<ReportViewObject> {
    return ReportViewObject.of(found(await this.views.find(currentTenantId(), id)));
  }

  @Mutation(() => ReportViewObject, { nullable: true, description: 'A new view, for all members of the account.' })
  async createReportView(@Args('input') input: ReportViewRequest): Promise<ReportViewObject> {
    return ReportViewObject.of(await this.views.create(currentTenantId(), toReportView(input)));
  }

  @Mutation(() => ReportViewObject, { nullable: true, description: 'Replaces the name and all filters of a view.' })
  async replaceReportView(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: ReportViewRequest,
  ): Promise<ReportViewObject> {
    return ReportViewObject.of(await this.views.replace(currentTenantId(), id, toReportView(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a view. Answers its id.' })
  async deleteReportView(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.views.delete(currentTenantId(), id);
    return id;
  }
}
