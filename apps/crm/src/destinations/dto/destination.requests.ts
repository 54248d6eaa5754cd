import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import { Flag, MayBeAbsent, MayBeNull, PageLimit, Text } from '#libs/core/http';

export const NAME = { max: 100, pattern: /\S/ };

/** Rules of `segredo` in both kinds of destination. */
export const SECRET = { min: 1, max: 500 };

/** Most deliveries that one answer lists. */
const DELIVERIES_MAX = 200;

@GraphqlInput('DestinationInput')
export class DestinationRequest {
  @Text({ ...NAME, example: 'CRM de vendas' })
  nome: string;

  @Text({
    min: 1,
    max: 4_096,
    example: 'https://example.com/leads',
    description: 'http ou https, com até 2048 caracteres e sem usuário; não pode levar à rede interna.',
  })
  url: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    ...SECRET,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description:
      'Assina as entregas; não é mostrado de novo. Com o prefixo whsec_ e o base64 de 24 a 64 bytes também como ' +
      'Standard Webhooks. Sem segredo as entregas não são assinadas. Ausente em PUT, o guardado fica; null o remove.',
  })
  segredo?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'Um destino inativo não recebe nada. Ausente: true em POST, e como está em PUT.' })
  ativo?: boolean;
}

@ArgsType()
export class ListDeliveriesQuery {
  @PageLimit(DELIVERIES_MAX)
  limite: number;
}
