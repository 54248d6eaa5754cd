import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Created } from '#libs/core/http';
import { PageObject } from '../pages/dto/page.responses.js';
import { ImportPageRequest } from './import.dto.js';
import { ImportingService } from './importing.service.js';

@ApiTags('Páginas')
@Controller('v1/paginas/importar')
export class ImportController {
  constructor(private readonly importing: ImportingService) {}

  @Post()
  @KeyOrSession('pages:write')
  @Created({
    summary: 'Criar uma página a partir de um documento ou de um modelo',
    example: { titulo: 'Promoção de outono', template: { versao: 2, secoes: [] } },
    description: 'Informe `template`, um documento versão 2, ou `modelo`, o nome de um modelo de `GET /v1/modelos`.',
    type: PageObject,
    location: ({ id }) => `/v1/paginas/${id}`,
    errors: [409, 422],
  })
  async import(@Body() body: ImportPageRequest): Promise<PageObject> {
    return PageObject.of(await this.importing.import(currentTenantId(), body));
  }
}
