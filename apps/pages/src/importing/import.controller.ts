import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Created } from '#libs/core/http';
import { PageObject } from '../pages/dto/page.responses.js';
import { PagesService } from '../pages/pages.service.js';
import { ImportPageRequest } from './import.dto.js';
import { toImportedPage } from './imported-page.js';

@ApiTags('Páginas')
@Controller('v1/paginas/importar')
export class ImportController {
  constructor(private readonly pages: PagesService) {}

  @Post()
  @KeyOrSession('pages:write')
  @Created({
    summary: 'Criar uma página a partir de um documento ou de um modelo',
    description: 'Informe `template`, um documento versão 2, ou `modelo`, o nome de um modelo de `GET /v1/modelos`.',
    type: PageObject,
    location: ({ id }) => `/v1/paginas/${id}`,
    errors: [409, 422],
  })
  async import(@Body() body: ImportPageRequest): Promise<PageObject> {
    return PageObject.of(await this.pages.create(currentTenantId(), toImportedPage(body)));
  }
}
