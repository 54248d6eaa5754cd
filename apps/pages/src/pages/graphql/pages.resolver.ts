import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import { Problem } from '#libs/http';
import { SealedCursors } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { EMPTY_DOCUMENT, requiredTitle } from '../page-values.js';
import { PagesService } from '../pages.service.js';
import { DomainNode } from '../../domains/graphql/domain.types.js';
import { CreatePageInput } from './page.inputs.js';
import { PageRelations } from './page-relations.js';
import { PageConnection, PageConnectionArgs, PageNode } from './page.types.js';

@Session()
@Resolver(() => PageNode)
export class PagesResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly pagesService: PagesService,
    private readonly relations: PageRelations,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages');
  }

  @Query(() => PageConnection, { nullable: true, description: 'The pages, newest first.' })
  async pages(@Args() args: PageConnectionArgs): Promise<PageConnection> {
    const { q, status, dominio: domain } = args;
    return PageConnection.read(args, this.cursors, (page) =>
      this.pagesService.listPage(currentTenantId(), { q, status, domain }, page),
    );
  }

  @Query(() => PageNode, { nullable: true, description: 'One page; a deleted one is not found.' })
  async page(@Args('id', { type: () => ID }) id: string): Promise<PageNode> {
    const page = await this.pagesService.find(currentTenantId(), id);
    if (!page) throw new Problem('NotFound');
    return PageNode.of(page);
  }

  @Mutation(() => PageNode, { nullable: true, description: 'A new page with an empty document.' })
  async createPage(@Args('input') { titulo, slug, dominio }: CreatePageInput): Promise<PageNode> {
    const values = { title: requiredTitle(titulo), slug, domain: dominio ?? undefined, document: EMPTY_DOCUMENT };
    return PageNode.of(await this.pagesService.create(currentTenantId(), values));
  }

  @ResolveField(() => DomainNode, { nullable: true, description: 'Null on the shared host.' })
  async domain(@Parent() { row: { domainId } }: PageNode): Promise<DomainNode | null> {
    const domain = domainId === null ? undefined : await this.relations.domains.load(domainId);
    return domain ? DomainNode.of(domain) : null;
  }
}
