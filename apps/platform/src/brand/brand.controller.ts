import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { BrandResponse, ChangeBrandRequest } from './brand.dto.js';
import { BrandService } from './brand.service.js';

@ApiTags('Topics')
@Controller('api/brand')
export class BrandController {
  constructor(private readonly brands: BrandService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Read how recipients see the account',
    description: 'Its name and its colour on the page where recipients choose what they get.',
    success: { status: 200, type: BrandResponse },
  })
  async get(): Promise<BrandResponse> {
    return BrandResponse.of(await this.brands.get(currentTenantId()));
  }

  @Patch()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Choose how recipients see the account',
    description: 'For the page where recipients choose what they get. What is absent stays.',
    success: { status: 200, type: BrandResponse },
  })
  async update(@Body() request: ChangeBrandRequest): Promise<BrandResponse> {
    return BrandResponse.of(await this.brands.update(currentTenantId(), request.toBrand()));
  }
}
