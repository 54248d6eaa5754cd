import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { nativeFieldCatalogue, NativeFieldsResponse } from './native-fields.dto.js';

@ApiTags('Formulários')
@Session()
@Controller('v1/campos-nativos')
export class NativeFieldsController {
  @Get()
  @Operation({
    summary: 'Ler o catálogo de campos nativos',
    description: 'Os campos que todo contato ou empresa tem, aos quais um campo de formulário se liga por `chave`.',
    success: { status: 200, type: NativeFieldsResponse },
  })
  get(): NativeFieldsResponse {
    return nativeFieldCatalogue();
  }
}
