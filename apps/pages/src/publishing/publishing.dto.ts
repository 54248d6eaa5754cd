import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer, MayBeAbsent } from '#libs/core/http';
import type { PageWarning } from '../markup/page-context.js';
import type { Publication } from './publishing.service.js';

const VERSION_MAX = 2 ** 31 - 1;

@GraphqlInput('PublishPageInput')
export class PublishRequest {
  @MayBeAbsent()
  @Integer({
    min: 1,
    max: VERSION_MAX,
    description: 'Obrigatória com chave; por sessão, a mais nova se ausente',
    example: 1,
  })
  versao?: number;
}

@GraphqlObject('PageWarning')
export class WarningObject {
  @ApiProperty({ example: 'secoes[0].colunas[0].itens[2].props.descricao' })
  onde: string;

  @ApiProperty({ example: 'descricao_ausente' })
  codigo: string;

  @ApiProperty({ example: 'A imagem não tem descrição.' })
  mensagem: string;

  static of({ where, code, message }: PageWarning): WarningObject {
    return { onde: where, codigo: code, mensagem: message };
  }
}

export class PublishedResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  versao_publicada: number;

  @ApiProperty({ example: 'https://www.example.com/promocao' })
  url_publica: string;

  @ApiProperty({ type: [WarningObject], description: 'O que piora a página e não impede a publicação' })
  avisos: WarningObject[];

  static of({ version, placed, warnings }: Publication): PublishedResponse {
    return { versao_publicada: version, url_publica: placed.url, avisos: warnings.map((one) => WarningObject.of(one)) };
  }
}
