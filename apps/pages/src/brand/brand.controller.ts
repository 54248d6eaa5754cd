import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { BrandResponse, ReplaceBrandRequest, toBrand } from './brand.dto.js';
import { BrandService } from './brand.service.js';

@ApiTags('Marca')
@Controller('v1/marca')
export class BrandController {
  constructor(private readonly brands: BrandService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Ler a marca da conta',
    description: 'Uma conta que não escolheu nada tem a marca padrão.',
    success: { status: 200, type: BrandResponse },
  })
  async get(): Promise<BrandResponse> {
    return BrandResponse.of(await this.brands.get(currentTenantId()));
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Substituir a marca da conta',
    description: 'As páginas publicadas são renderizadas de novo em segundo plano.',
    success: { status: 200, type: BrandResponse },
    errors: [422],
  })
  async replace(@Body() body: ReplaceBrandRequest): Promise<BrandResponse> {
    return BrandResponse.of(await this.brands.replace(currentTenantId(), toBrand(body)));
  }
}
