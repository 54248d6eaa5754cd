import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import type { VersionOrigin } from '../pages/page-version.entity.js';
import type { PageVersion } from '../pages/page-version.entity.js';
import type { VersionSummary } from '../pages/page-version.repository.js';
import type { SavedVersion } from './versions.service.js';
import { listOf } from '../list-of.js';
import { Template, TemplateProperty } from '../document/template-field.js';

const ORIGINS = { saved: 'salva', replaced: 'rascunho_substituido' } as const satisfies Record<VersionOrigin, string>;

@GraphqlInput('SaveVersionInput')
export class SaveVersionRequest {
  @Template()
  template: object;
}

@GraphqlObject('SavedVersion')
export class SavedVersionResponse {
  @ApiProperty({ type: 'integer', example: 2, description: 'O número da nova versão' })
  versao: number;

  @ApiProperty()
  pagina_id: string;

  @ApiProperty({ description: 'Em que a próxima escrita do rascunho se baseia' })
  base: string;

  static of({ pageId, number, base }: SavedVersion): SavedVersionResponse {
    return { versao: number, pagina_id: pageId, base };
  }
}

export class VersionObject {
  @ApiProperty({ type: 'integer' })
  versao: number;

  @ApiProperty({
    enum: Object.values(ORIGINS),
    description: 'Salva por um autor, ou um rascunho que outra escrita substituiu',
  })
  origem: string;

  @ApiProperty({ type: String, nullable: true, description: 'O usuário ou a chave que a escreveu' })
  autor: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of({ number, origin, authorId, createdAt }: VersionSummary): VersionObject {
    return { versao: number, origem: ORIGINS[origin], autor: authorId, criado_em: createdAt.toISOString() };
  }
}

export class VersionResponse extends VersionObject {
  @TemplateProperty()
  template: object;

  static override of(version: PageVersion): VersionResponse {
    return { ...VersionObject.of(version), template: version.document };
  }
}

const versions = listOf('versoes', VersionObject, { max: 100 });
export class ListVersionsQuery extends versions.Query {}
export class VersionPage extends versions.Page {}
