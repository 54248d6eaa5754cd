import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SealedCursors } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { DomainNode } from '../../domains/graphql/domain.types.js';
import { DraftNode } from '../../drafts/graphql/draft.types.js';
import { VersionConnection, VersionConnectionArgs, VersionNode } from '../../versions/graphql/version.types.js';
import { SeoObject } from '../dto/page.responses.js';
import { PageRelations } from './page-relations.js';
import { PageNode } from './page.types.js';

/** Resolves the fields of a page that REST does not have. */
@Resolver(() => PageNode)
export class PageRelationsResolver {
  private readonly versionCursors: SealedCursors;

  constructor(
    private readonly relations: PageRelations,
    secrets: SecretBox,
  ) {
    this.versionCursors = new SealedCursors(secrets, 'page versions');
  }

  @ResolveField(() => DomainNode, { nullable: true, description: 'Null on the shared host.' })
  async domain(@Parent() { row: { domainId } }: PageNode): Promise<DomainNode | null> {
    const domain = domainId === null ? undefined : await this.relations.domains.load(domainId);
    return domain ? DomainNode.of(domain) : null;
  }

  @ResolveField(() => DraftNode, { nullable: true, description: 'Null for a deleted page.' })
  async draft(@Parent() { id }: PageNode): Promise<DraftNode | null> {
    const state = await this.relations.drafts.load(id);
    return state ? DraftNode.of(state) : null;
  }

  @ResolveField(() => VersionNode, { nullable: true, description: 'What visitors get.' })
  async publishedVersion(@Parent() { id, row: { publishedVersion } }: PageNode): Promise<VersionNode | null> {
    return publishedVersion === null ? null : this.findVersion(id, publishedVersion);
  }

  @ResolveField(() => VersionNode, { nullable: true, description: 'Null for a number that the page does not have.' })
  async version(
    @Parent() { id }: PageNode,
    @Args('number', { type: () => Int }) number: number,
  ): Promise<VersionNode | null> {
    return this.findVersion(id, number);
  }

  @ResolveField(() => VersionConnection, { description: 'The versions, newest first.' })
  async versions(@Parent() { id: pageId }: PageNode, @Args() args: VersionConnectionArgs): Promise<VersionConnection> {
    return VersionConnection.read(args, this.versionCursors, (page) =>
      this.relations.versionsOfPages.load({ pageId, ...page }),
    );
  }

  @ResolveField(() => SeoObject)
  seo(@Parent() { row: page }: PageNode): SeoObject {
    return SeoObject.of({ page });
  }

  private async findVersion(pageId: string, number: number): Promise<VersionNode | null> {
    const version = await this.relations.versions.load({ pageId, number });
    return version ? VersionNode.of(version) : null;
  }
}
