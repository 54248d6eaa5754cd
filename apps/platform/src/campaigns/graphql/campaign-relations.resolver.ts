import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ListView } from '../../lists/dto/list.responses.js';
import { TemplateObject } from '../../templates/template.dto.js';
import { CampaignObject } from '../dto/campaign.responses.js';
import { CampaignRelations } from './campaign-relations.js';

/** Fields of a campaign that GraphQL alone has. */
@Resolver(() => CampaignObject)
export class CampaignRelationsResolver {
  constructor(private readonly relations: CampaignRelations) {}

  @ResolveField(() => ListView, { nullable: true, description: 'The list it goes to. Null once that is deleted.' })
  async list(@Parent() { ListId }: CampaignObject): Promise<ListView | null> {
    const list = await this.relations.lists.load(ListId);
    return list ? ListView.of(list) : null;
  }

  @ResolveField(() => TemplateObject, {
    nullable: true,
    description: 'The template that it was made from. Null without one, and once that is deleted.',
  })
  async template(@Parent() { TemplateId }: CampaignObject): Promise<TemplateObject | null> {
    const template = TemplateId === null ? undefined : await this.relations.templates.load(TemplateId);
    return template ? TemplateObject.of(template) : null;
  }
}
