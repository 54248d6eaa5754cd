import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CustomFieldsService } from './custom-fields.service.js';
import { FieldCatalogueResponse } from './field.dto.js';

@ApiTags('Campos')
@Session()
@Controller('v1/campos')
export class FieldsController {
  constructor(private readonly custom: CustomFieldsService) {}

  @Get()
  @Operation({
    summary: 'Ler o catálogo de campos',
    description: 'Os campos nativos de contatos e empresas, e os que a conta criou.',
    success: { status: 200, type: FieldCatalogueResponse },
  })
  async get(): Promise<FieldCatalogueResponse> {
    return FieldCatalogueResponse.of(await this.custom.list(currentTenantId()));
  }
}
