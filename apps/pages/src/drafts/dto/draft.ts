import { ApiProperty } from '@nestjs/swagger';
import { QueryText } from '#libs/http';
import { Template, TemplateProperty } from '../../versions/template-field.js';
import type { DraftState } from '../drafts.service.js';

const BASE_MAX = 100;

export class DraftBaseQuery {
  @QueryText({
    max: BASE_MAX,
    description: 'O valor base que o autor leu; obrigatório com chave. Se o rascunho mudou desde então, 409.',
  })
  base?: string;
}

export class WriteDraftRequest {
  @Template()
  template: object;
}

export class DraftResponse {
  @TemplateProperty()
  template: object;

  @ApiProperty({ description: 'Valor opaco: o estado que foi lido' })
  base: string;

  @ApiProperty({ type: 'integer', description: 'A versão de que o rascunho partiu' })
  versao_base: number;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ document, base, baseVersion, updatedAt }: DraftState): DraftResponse {
    return { template: document, base, versao_base: baseVersion, atualizado_em: updatedAt.toISOString() };
  }
}
