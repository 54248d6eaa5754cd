import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { qrCodeSvg } from '#libs/core/html';
import { Problem } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { ShortLink } from '#libs/sites/sites';
import { CreateLinkRequest, LinkObject, toLinkChanges, toNewLink, UpdateLinkRequest } from '../link.dto.js';
import { LinksService } from '../links.service.js';
import { ShortLinkConnection, ShortLinkConnectionArgs } from './link.types.js';

@Session()
@Resolver(() => LinkObject)
export class LinksResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly links: LinksService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.links');
  }

  @Query(() => ShortLinkConnection, { nullable: true, description: 'The short links, newest first.' })
  async shortLinks(@Args() args: ShortLinkConnectionArgs): Promise<ShortLinkConnection> {
    const tenantId = currentTenantId();
    return ShortLinkConnection.read(args, this.cursors, async (page) => {
      const { items, ...rest } = await this.links.listPage(tenantId, page);
      return { items: items.map((link) => ({ link, url: this.links.urlOf(link) })), ...rest };
    });
  }

  @Query(() => LinkObject, { nullable: true, description: 'One short link.' })
  async shortLink(@Args('id', { type: () => ID }) id: string): Promise<LinkObject> {
    return this.describe(await this.get(id));
  }

  // A field of its own: a list would draw a code for each of its links, as often as a query names it.
  @Query(() => String, { nullable: true, description: 'The address of a short link as a QR code, an SVG image.' })
  async shortLinkQr(@Args('id', { type: () => ID }) id: string): Promise<string> {
    return qrCodeSvg(this.links.urlOf(await this.get(id)));
  }

  @Mutation(() => LinkObject, {
    nullable: true,
    description: 'A new short link; its slug is unique over all accounts.',
  })
  async createShortLink(@Args('input') input: CreateLinkRequest): Promise<LinkObject> {
    return this.describe(await this.links.create(currentTenantId(), toNewLink(input)));
  }

  @Mutation(() => LinkObject, { nullable: true, description: 'Changes a short link; its clicks stay.' })
  async updateShortLink(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateLinkRequest,
  ): Promise<LinkObject> {
    return this.describe(await this.links.update(currentTenantId(), id, toLinkChanges(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Its slug is free again for any account. Answers its id.' })
  async deleteShortLink(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.links.delete(currentTenantId(), id);
    return id;
  }

  private describe(link: ShortLink): LinkObject {
    return LinkObject.of({ link, url: this.links.urlOf(link) });
  }

  private async get(id: string): Promise<ShortLink> {
    const link = await this.links.find(currentTenantId(), id);
    if (!link) throw new Problem('NotFound');
    return link;
  }
}
