import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/auth';
import { Created } from '#libs/http';
import { ImportPageRequest } from '../pages/dto/page.requests.js';
import { PageObject } from '../pages/dto/page.responses.js';
import { requiredTitle } from '../pages/pages.controller.js';
import { PagesService } from '../pages/pages.service.js';
import { validateDocument } from '../publishing/document-adapter.js';
import { refusal } from '../refusal.js';

@ApiTags('Páginas')
@Controller('v1/paginas/importar')
export class ImportController {
  constructor(private readonly pages: PagesService) {}

  @Post()
  @KeyOrSession('pages:write')
  @Created({
    summary: 'Criar uma página a partir de um documento ou de um modelo',
    type: PageObject,
    location: ({ id }) => `/v1/paginas/${id}`,
    errors: [409, 422],
  })
  async import(@Body() { titulo, slug, dominio, template }: ImportPageRequest): Promise<PageObject> {
    if (template === undefined)
      throw refusal('ValidationError', { erro: 'Informe template ou modelo.', campo: 'template' });
    const document = validateDocument(template);
    const values = { title: requiredTitle(titulo), slug, domain: dominio ?? undefined, document };
    return PageObject.of(await this.pages.create(currentTenantId(), values));
  }
}
