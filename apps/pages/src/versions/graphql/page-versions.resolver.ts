import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PageNode } from '../../pages/graphql/page.types.js';
import { VersionRelations } from './version-relations.js';
import { VersionConnection, VersionConnectionArgs, VersionNode } from './version.types.js';

/** Resolves the versions of a page. */
@Resolver(() => PageNode)
export class PageVersionsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly relations: VersionRelations,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'page versions');
  }

  @ResolveField(() => VersionNode, { nullable: true, description: 'What visitors get.' })
  async publishedVersion(@Parent() { id, row: { publishedVersion } }: PageNode): Promise<VersionNode | null> {
    return publishedVersion === null ? null : this.find(id, publishedVersion);
  }

  @ResolveField(() => VersionNode, { nullable: true, description: 'Null for a number that the page does not have.' })
  async version(
    @Parent() { id }: PageNode,
    @Args('number', { type: () => Int }) number: number,
  ): Promise<VersionNode | null> {
    return this.find(id, number);
  }

  @ResolveField(() => VersionConnection, { description: 'The versions, newest first.' })
  async versions(@Parent() { id: pageId }: PageNode, @Args() args: VersionConnectionArgs): Promise<VersionConnection> {
    return VersionConnection.read(args, this.cursors, (page) =>
      this.relations.versionsOfPages.load({ pageId, ...page }),
    );
  }

  private async find(pageId: string, number: number): Promise<VersionNode | null> {
    const version = await this.relations.versions.load({ pageId, number });
    return version ? VersionNode.of(version) : null;
  }
}
