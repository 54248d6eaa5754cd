import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { Pixel } from '#libs/sites/traffic';
import {
  CreatePixelConversionRequest,
  CreatePixelDomainRequest,
  CreatePixelRequest,
  PixelConversionObject,
  PixelDomainObject,
  PixelObject,
  UpdatePixelRequest,
} from '../pixel.dto.js';
import { toPixelChanges } from '../pixel-changes.js';
import { PixelsService } from '../pixels.service.js';
import { PixelConnection, PixelConnectionArgs } from './pixel.types.js';

const id = { type: () => ID };

@Session()
@Resolver(() => PixelObject)
export class PixelsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly service: PixelsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.pixels');
  }

  @Query(() => PixelConnection, { nullable: true, description: 'The pixels of other sites, newest first.' })
  async pixels(@Args() args: PixelConnectionArgs): Promise<PixelConnection> {
    const tenantId = currentTenantId();
    return PixelConnection.read(args, this.cursors, async (page) => {
      const { items, ...rest } = await this.service.listPage(tenantId, page);
      return { items: items.map((pixel) => ({ pixel, snippet: this.service.snippetOf(pixel) })), ...rest };
    });
  }

  @Query(() => PixelObject, { nullable: true, description: 'One pixel.' })
  async pixel(@Args('id', id) pixelId: string): Promise<PixelObject> {
    return this.describe(await this.service.get(currentTenantId(), pixelId));
  }

  @Query(() => [PixelDomainObject], { nullable: true, description: 'The domains on which a pixel counts.' })
  async pixelDomains(@Args('pixelId', id) pixelId: string): Promise<PixelDomainObject[]> {
    const pixel = await this.service.get(currentTenantId(), pixelId);
    return (await this.service.listDomains(pixel.tenantId, pixel.id)).map(PixelDomainObject.of);
  }

  @Query(() => [PixelConversionObject], { nullable: true, description: 'The conversions of a pixel.' })
  async pixelConversions(@Args('pixelId', id) pixelId: string): Promise<PixelConversionObject[]> {
    const pixel = await this.service.get(currentTenantId(), pixelId);
    return (await this.service.listConversions(pixel.tenantId, pixel.id)).map(PixelConversionObject.of);
  }

  @Mutation(() => PixelObject, { nullable: true, description: 'A new pixel.' })
  async createPixel(@Args('input') { nome, ativo }: CreatePixelRequest): Promise<PixelObject> {
    return this.describe(await this.service.create(currentTenantId(), { name: nome, active: ativo ?? true }));
  }

  @Mutation(() => PixelObject, { nullable: true, description: 'Changes a pixel; its snippet stays.' })
  async updatePixel(@Args('id', id) pixelId: string, @Args('input') input: UpdatePixelRequest): Promise<PixelObject> {
    return this.describe(await this.service.update(currentTenantId(), pixelId, toPixelChanges(input)));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a pixel with its domains and conversions.' })
  async deletePixel(@Args('id', id) pixelId: string): Promise<string> {
    await this.service.delete(currentTenantId(), pixelId);
    return pixelId;
  }

  @Mutation(() => PixelDomainObject, { nullable: true, description: 'A domain for a pixel, with its subdomains.' })
  async createPixelDomain(
    @Args('pixelId', id) pixelId: string,
    @Args('input') { dominio }: CreatePixelDomainRequest,
  ): Promise<PixelDomainObject> {
    return PixelDomainObject.of(await this.service.addDomain(currentTenantId(), pixelId, dominio));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a domain of a pixel.' })
  async deletePixelDomain(@Args('pixelId', id) pixelId: string, @Args('id', id) domainId: string): Promise<string> {
    await this.service.deleteDomain(currentTenantId(), pixelId, domainId);
    return domainId;
  }

  @Mutation(() => PixelConversionObject, { nullable: true, description: 'A conversion for a pixel.' })
  async createPixelConversion(
    @Args('pixelId', id) pixelId: string,
    @Args('input') { nome, tipo, valor }: CreatePixelConversionRequest,
  ): Promise<PixelConversionObject> {
    const values = { name: nome, kind: tipo, value: valor };
    return PixelConversionObject.of(await this.service.addConversion(currentTenantId(), pixelId, values));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a conversion of a pixel.' })
  async deletePixelConversion(
    @Args('pixelId', id) pixelId: string,
    @Args('id', id) conversionId: string,
  ): Promise<string> {
    await this.service.deleteConversion(currentTenantId(), pixelId, conversionId);
    return conversionId;
  }

  private describe(pixel: Pixel): PixelObject {
    return PixelObject.of({ pixel, snippet: this.service.snippetOf(pixel) });
  }
}
