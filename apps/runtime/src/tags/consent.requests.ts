import { ApiProperty } from '@nestjs/swagger';
import { Integer, MayBeAbsent, OneOf, Text, TextList, Uuid } from '#libs/core/http';
import { VISITOR_LANGUAGES } from '#libs/sites/sites';
import { CONSENT_ACTIONS, type ConsentAction, TAG_CATEGORIES, type TagCategory } from '#libs/sites/tags';

/** Length of a body at most. */
export const BODY_MAX_BYTES = 4_096;

/** A record that could not be sent is sent again within this time; beyond it, it counts as that old. */
const OLDEST_MS = 30 * 86_400_000;

const CATEGORY = {
  test: (value: unknown): boolean => TAG_CATEGORIES.some((category) => category === value),
  message: `deve ser ${TAG_CATEGORIES.join(', ')}`,
  schema: { enum: [...TAG_CATEGORIES] },
};

export class ConsentRequest {
  @Text({ min: 1, max: 256, description: 'Da página, assinada.' })
  credencial: string;

  @Uuid({ description: 'Da decisão, sorteado: repetido, é registrado uma vez.' })
  decisao: string;

  @MayBeAbsent()
  @Uuid({ description: 'Sorteado, de quem consentiu; quem recusa não tem.' })
  visitante?: string;

  @OneOf(CONSENT_ACTIONS)
  acao: ConsentAction;

  @TextList({ max: TAG_CATEGORIES.length, item: CATEGORY, description: 'O que o visitante aceitou.' })
  categorias: TagCategory[];

  @Text({
    min: 1,
    max: 40,
    example: '1a2b3c4d',
    pattern: /^[0-9a-f]+$/,
    form: 'deve ser a versão da página',
    description: 'Do texto.',
  })
  versao: string;

  @MayBeAbsent()
  @OneOf(VISITOR_LANGUAGES, { description: 'Do texto; pt se ausente.' })
  idioma?: string;

  @MayBeAbsent()
  @Integer({ min: 0, max: OLDEST_MS, description: 'Há quantos milissegundos foi.' })
  ha?: number;
}

export class ConsentResponse {
  @ApiProperty({ description: 'Quando a resposta vem, a decisão está guardada.' })
  registrado: boolean;
}
