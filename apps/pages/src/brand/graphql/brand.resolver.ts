import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { BrandResponse, ReplaceBrandRequest, toBrand } from '../brand.dto.js';
import { BrandService } from '../brand.service.js';

@Session()
@Resolver(() => BrandResponse)
export class BrandResolver {
  constructor(private readonly brands: BrandService) {}

  @Query(() => BrandResponse, { nullable: true, description: 'The brand of the account, or the default one.' })
  async brand(): Promise<BrandResponse> {
    return BrandResponse.of(await this.brands.get(currentTenantId()));
  }

  @Mutation(() => BrandResponse, {
    nullable: true,
    description: 'Replaces the brand. Published pages are rendered again in the background.',
  })
  @Session({ role: 'admin' })
  async replaceBrand(@Args('input') input: ReplaceBrandRequest): Promise<BrandResponse> {
    return BrandResponse.of(await this.brands.replace(currentTenantId(), toBrand(input)));
  }
}
