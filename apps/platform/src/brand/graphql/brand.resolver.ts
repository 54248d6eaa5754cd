import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { BrandView, ChangeBrandRequest } from '../brand.dto.js';
import { BrandService } from '../brand.service.js';

@Resolver(() => BrandView)
export class BrandResolver {
  constructor(private readonly brands: BrandService) {}

  @Query(() => BrandView, { nullable: true, description: 'How recipients see the account.' })
  @Session()
  async senderBrand(): Promise<BrandView> {
    return BrandView.of(await this.brands.get(currentTenantId()));
  }

  @Mutation(() => BrandView, { nullable: true, description: 'Chooses how recipients see the account.' })
  @Session({ role: 'admin' })
  async changeSenderBrand(@Args('input') input: ChangeBrandRequest): Promise<BrandView> {
    return BrandView.of(await this.brands.update(currentTenantId(), input.toBrand()));
  }
}
