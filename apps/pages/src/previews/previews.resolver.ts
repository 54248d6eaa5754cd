import { Args, Field, ID, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { WarningObject } from '../publishing/publishing.dto.js';
import { PagePreviews } from './page-previews.js';

@ObjectType('PagePreview', { description: 'A draft as the page that visitors would get.' })
export class PagePreviewObject {
  @Field(() => String, { description: 'Show it in a frame with a sandbox: it needs no script.' })
  html: string;

  @Field(() => String, { description: 'The Content-Security-Policy to show it with.' })
  policy: string;

  @Field(() => [WarningObject], {
    description: 'What publishing it would warn of, without the links that lead nowhere.',
  })
  avisos: WarningObject[];
}

@Session()
@Resolver()
export class PreviewsResolver {
  constructor(private readonly previews: PagePreviews) {}

  @Query(() => PagePreviewObject, {
    name: 'pagePreview',
    nullable: true,
    description: 'The draft of a page as HTML; without a draft, the newest version.',
  })
  async pagePreview(@Args('id', { type: () => ID }) id: string): Promise<PagePreviewObject> {
    const { html, policy, warnings } = await this.previews.render(currentTenantId(), id);
    return { html, policy, avisos: warnings.map((one) => WarningObject.of(one)) };
  }
}
