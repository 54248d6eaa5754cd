import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { DomainNode } from '../../domains/graphql/domain.types.js';
import { PageNode } from '../../pages/graphql/page.types.js';
import {
  CreateRedirectRequest,
  RedirectObject,
  toRedirectChanges,
  toRedirectValues,
  UpdateRedirectRequest,
} from '../redirect.dto.js';
import { RedirectsService } from '../redirects.service.js';
import { RedirectRelations } from './redirect-relations.js';
import { RedirectConnection, RedirectConnectionArgs } from './redirect.types.js';

@Session()
@Resolver(() => RedirectObject)
export class RedirectsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly redirectsService: RedirectsService,
    private readonly relations: RedirectRelations,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.redirects');
  }

  @Query(() => RedirectConnection, {
    nullable: true,
    description: 'The redirects, newest first: those made by hand, and those that moved pages left.',
  })
  async redirects(@Args() args: RedirectConnectionArgs): Promise<RedirectConnection> {
    const tenantId = currentTenantId();
    return RedirectConnection.read(args, this.cursors, (page) =>
      this.redirectsService.listPage(tenantId, args.dominio_id, page),
    );
  }

  @Query(() => RedirectObject, { nullable: true, description: 'One redirect.' })
  async redirect(@Args('id', { type: () => ID }) id: string): Promise<RedirectObject> {
    const redirect = await this.redirectsService.find(currentTenantId(), id);
    if (!redirect) throw new Problem('NotFound');
    return RedirectObject.of(redirect);
  }

  @Mutation(() => RedirectObject, { nullable: true, description: 'A new redirect on a verified domain.' })
  async createRedirect(@Args('input') input: CreateRedirectRequest): Promise<RedirectObject> {
    return RedirectObject.of(await this.redirectsService.create(currentTenantId(), toRedirectValues(input)));
  }

  @Mutation(() => RedirectObject, {
    nullable: true,
    description: "Changes a redirect. One that a moved page left becomes the account's own.",
  })
  async updateRedirect(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateRedirectRequest,
  ): Promise<RedirectObject> {
    return RedirectObject.of(await this.redirectsService.update(currentTenantId(), id, toRedirectChanges(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Its path is free again. Answers its id.' })
  async deleteRedirect(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.redirectsService.delete(currentTenantId(), id);
    return id;
  }

  @ResolveField(() => DomainNode, { nullable: true, description: 'Null on the shared host.' })
  async domain(@Parent() { dominio_id }: RedirectObject): Promise<DomainNode | null> {
    const domain = dominio_id === null ? undefined : await this.relations.domains.load(dominio_id);
    return domain ? DomainNode.of(domain) : null;
  }

  @ResolveField(() => PageNode, { nullable: true, description: 'The page that was moved from here.' })
  async page(@Parent() { pagina_id }: RedirectObject): Promise<PageNode | null> {
    const page = pagina_id === null ? undefined : await this.relations.pages.load(pagina_id);
    return page ? PageNode.of(page) : null;
  }
}
