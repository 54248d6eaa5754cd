import { ApiProperty } from '@nestjs/swagger';
import { Flag, Integer, MayBeAbsent, Text, Uuid } from '#libs/core/http';

/** Length of a body at most; a packed list of events is much shorter than what it unpacks to. */
export const BODY_MAX_BYTES = 1024 * 1024;

export class ReplayRequest {
  @Text({ max: 200, description: 'A credencial que a página ou o trecho do pixel traz.' })
  credencial: string;

  @Flag({ description: 'Se o visitante consentiu com a gravação; sem isso nada é gravado.' })
  consentimento: boolean;

  @Uuid({ description: 'O id com que o visitante consentiu.' })
  visitante: string;

  @Uuid({ description: 'A gravação: uma por aba, de até 30 minutos.' })
  gravacao: string;

  @Text({
    max: 64,
    pattern: /^[\w-]+$/,
    form: 'must have letters, digits, _ and - alone',
    description: 'A sessão dos relatórios.',
  })
  @MayBeAbsent()
  sessao?: string;

  @Uuid({ description: 'O carregamento da página em que os eventos aconteceram.' })
  carga: string;

  @Integer({ min: 0, max: 1_000_000, description: 'O lugar deste trecho no carregamento, a partir de 0.' })
  sequencia: number;

  @Text({ max: BODY_MAX_BYTES, description: 'Os eventos do rrweb: uma lista em JSON, como texto.' })
  @MayBeAbsent()
  eventos?: string;

  @Text({
    max: BODY_MAX_BYTES,
    pattern: /^[A-Za-z0-9+/]*={0,2}$/,
    form: 'must be base64',
    description: 'O mesmo, em gzip e base64.',
  })
  @MayBeAbsent()
  eventos_gzip?: string;
}

export class ReplayResponse {
  @ApiProperty({ description: 'false se o visitante pede por GPC ou DNT que nada se grave: nada foi gravado.' })
  gravado: boolean;
}
