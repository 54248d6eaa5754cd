import { Query, Resolver } from '@nestjs/graphql';
import { Session } from '#libs/core/auth';
import { PageTemplateView } from '../page-templates.controller.js';
import { PAGE_TEMPLATES } from '../page-templates.js';

@Session()
@Resolver()
export class PageTemplatesResolver {
  @Query(() => [PageTemplateView], { nullable: true, description: 'The pages to start from.' })
  pageTemplates(): PageTemplateView[] {
    return [...PAGE_TEMPLATES];
  }
}
