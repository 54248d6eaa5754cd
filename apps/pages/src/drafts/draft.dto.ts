import { ApiProperty } from '@nestjs/swagger';
import { QueryText } from '#libs/core/http';
import { Template, TemplateProperty } from '../document/template-field.js';
import type { DraftState } from './drafts.service.js';

export const BASE_MAX = 100;

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

/** A draft without its document. */
export class DraftStateObject {
  @ApiProperty({ description: 'Valor opaco: o estado que foi lido' })
  base: string;

  @ApiProperty({ type: 'integer', description: 'A versão de que o rascunho partiu' })
  versao_base: number;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ base, baseVersion, updatedAt }: Omit<DraftState, 'document'>): DraftStateObject {
    return { base, versao_base: baseVersion, atualizado_em: updatedAt.toISOString() };
  }
}

export class DraftResponse extends DraftStateObject {
  @TemplateProperty()
  template: object;

  static override of(state: DraftState): DraftResponse {
    return { template: state.document, ...DraftStateObject.of(state) };
  }
}
