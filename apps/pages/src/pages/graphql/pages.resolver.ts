import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import {
  ChangePageRequest,
  CreatePageRequest,
  DuplicatePageRequest,
  RestorePageRequest,
  SeoRequest,
} from '../dto/page.requests.js';
import { PageChangesService } from '../page-changes.service.js';
import { toNewPage, toPageChanges, toPageNames, toSeoColumns } from '../page-values.js';
import { PagesService } from '../pages.service.js';
import { PageConnection, PageConnectionArgs, PageNode } from './page.types.js';

@Session()
@Resolver(() => PageNode)
export class PagesResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly service: PagesService,
    private readonly changes: PageChangesService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages');
  }

  @Query(() => PageConnection, { nullable: true, description: 'The pages, newest first.' })
  async pages(@Args() args: PageConnectionArgs): Promise<PageConnection> {
    const { q, status, dominio: domain } = args;
    return PageConnection.read(args, this.cursors, (page) =>
      this.service.listPage(currentTenantId(), { q, status, domain }, page),
    );
  }

  @Query(() => PageNode, { nullable: true, description: 'One page; a deleted one is not found.' })
  async page(@Args('id', { type: () => ID }) id: string): Promise<PageNode> {
    const page = await this.service.find(currentTenantId(), id);
    if (!page) throw new Problem('NotFound');
    return PageNode.of(page);
  }

  @Mutation(() => PageNode, { nullable: true, description: 'A new page with an empty document.' })
  async createPage(@Args('input') input: CreatePageRequest): Promise<PageNode> {
    return PageNode.of(await this.service.create(currentTenantId(), toNewPage(input)));
  }

  @Mutation(() => PageNode, { nullable: true, description: 'Changes title or slug.' })
  async updatePage(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: ChangePageRequest,
  ): Promise<PageNode> {
    return PageNode.of(await this.changes.rename(currentTenantId(), id, toPageChanges(input)));
  }

  @Mutation(() => PageNode, { nullable: true, description: 'Replaces what search engines read.' })
  async updatePageSeo(@Args('id', { type: () => ID }) id: string, @Args('input') input: SeoRequest): Promise<PageNode> {
    return PageNode.of(await this.changes.writeSeo(currentTenantId(), id, toSeoColumns(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a page; it can be restored for thirty days.' })
  async deletePage(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.service.delete(currentTenantId(), id);
    return id;
  }

  @Mutation(() => PageNode, { nullable: true, description: 'Brings a deleted page back, not published.' })
  async restorePage(
    @Args('id', { type: () => ID }) id: string,
    @Args('input', { defaultValue: {} }) { slug }: RestorePageRequest,
  ): Promise<PageNode> {
    return PageNode.of(await this.service.restore(currentTenantId(), id, slug));
  }

  @Mutation(() => PageNode, { nullable: true, description: 'A copy of the newest version, not published.' })
  async duplicatePage(
    @Args('id', { type: () => ID }) id: string,
    @Args('input', { defaultValue: {} }) input: DuplicatePageRequest,
  ): Promise<PageNode> {
    return PageNode.of(await this.service.duplicate(currentTenantId(), id, toPageNames(input)));
  }
}
