import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DomainNode } from '../../domains/graphql/domain.types.js';
import { SeoObject } from '../dto/page.responses.js';
import { PageRelations } from './page-relations.js';
import { PageNode } from './page.types.js';

/** Resolves the domain and the SEO of a page; the features of drafts and versions add theirs. */
@Resolver(() => PageNode)
export class PageRelationsResolver {
  constructor(private readonly relations: PageRelations) {}

  @ResolveField(() => DomainNode, { nullable: true, description: 'Null on the shared host.' })
  async domain(@Parent() { row: { domainId } }: PageNode): Promise<DomainNode | null> {
    const domain = domainId === null ? undefined : await this.relations.domains.load(domainId);
    return domain ? DomainNode.of(domain) : null;
  }

  @ResolveField(() => SeoObject)
  seo(@Parent() { row: page }: PageNode): SeoObject {
    return SeoObject.of({ page });
  }
}
