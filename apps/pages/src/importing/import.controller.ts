import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/auth';
import { Created } from '#libs/http';
import type { PageDocument } from '../document/page-document.js';
import { validateDocument } from '../document/validate-document.js';
import { ImportPageRequest } from '../pages/dto/page.requests.js';
import { PageObject } from '../pages/dto/page.responses.js';
import { requiredTitle } from '../pages/page-values.js';
import { PagesService } from '../pages/pages.service.js';
import { findPageTemplate, withForm } from '../page-templates/page-templates.js';
import { refusal } from '../refusal.js';

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
    const { titulo, slug, dominio } = body;
    const document = documentOf(body);
    const values = { title: requiredTitle(titulo), slug, domain: dominio ?? undefined, document };
    return PageObject.of(await this.pages.create(currentTenantId(), values));
  }
}

/** @throws Problem ValidationError without exactly one source, Unprocessable for an invalid document or an unknown template */
function documentOf({ template, modelo, formulario_id: formId }: ImportPageRequest): PageDocument {
  if ((template === undefined) === (modelo === undefined))
    throw refusal('ValidationError', { erro: 'Informe template ou modelo, e só um deles.', campo: 'template' });
  if (template !== undefined) return validateDocument(template);
  const found = findPageTemplate(modelo ?? '');
  if (!found) throw refusal('Unprocessable', { erro: 'O modelo não existe.', campo: 'modelo' });
  return formId === undefined ? found.template : withForm(found.template, formId);
}
