import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { KeyOrSession } from '#libs/core/auth';
import { GraphqlObject } from '#libs/core/graphql';
import { Operation } from '#libs/core/http';
import { PAGE_TEMPLATES } from './page-templates.js';

@GraphqlObject('PageTemplate', 'A page to start from.')
export class PageTemplateView {
  @ApiProperty({ example: 'ebook' })
  id: string;

  @ApiProperty({ example: 'E-book gratuito' })
  nome: string;

  @ApiProperty()
  descricao: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'O documento da página, versão 2' })
  template: object;
}

class PageTemplatesResponse {
  @ApiProperty({ type: [PageTemplateView] })
  modelos: PageTemplateView[];
}

@ApiTags('Modelos')
@KeyOrSession('pages:read')
@Controller('v1/modelos')
export class PageTemplatesController {
  @Get()
  @Operation({
    summary: 'Ler os modelos de página',
    description: 'Páginas prontas para começar. `POST /v1/paginas/importar` cria uma página a partir do documento.',
    success: { status: 200, type: PageTemplatesResponse },
  })
  get(): PageTemplatesResponse {
    return { modelos: [...PAGE_TEMPLATES] };
  }
}
