import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { FormsService } from '../forms/forms.service.js';
import { GeneratedPageResponse, GeneratePageRequest } from './generation.dto.js';
import { GenerationLimits } from './generation-limits.js';
import { GenerationService } from './generation.service.js';

@ApiTags('Páginas')
@Controller('v1/paginas/gerar')
export class GenerationController {
  constructor(
    private readonly generation: GenerationService,
    private readonly limits: GenerationLimits,
    private readonly forms: FormsService,
  ) {}

  @Post()
  @HttpCode(200)
  @KeyOrSession('pages:write')
  @Operation({
    summary: 'Gerar um documento de página a partir de uma descrição',
    description:
      'Um modelo de linguagem escreve a página; a resposta é um documento válido, e nada é gravado. 502 quando o provedor não ' +
      'responde ou o que ele escreve não é uma página válida, 503 onde a geração está desligada. Cinco por minuto e conta, ' +
      'duas ao mesmo tempo.',
    success: { status: 200, type: GeneratedPageResponse },
    errors: [422, 429, 502, 503],
  })
  async generate(
    @Body() { descricao, idioma = 'pt-BR', formulario_id: formId }: GeneratePageRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GeneratedPageResponse> {
    this.generation.requireOn();
    if (formId !== undefined) await this.forms.require(currentTenantId(), formId, 'formulario_id');
    const template = await this.limits.within(currentTenantId(), response, (signal) =>
      this.generation.generate({ description: descricao, language: idioma, formId }, signal),
    );
    return { template };
  }
}
