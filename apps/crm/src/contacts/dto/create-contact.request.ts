import { PartialType } from '@nestjs/swagger';
import { GraphqlInput } from '#libs/core/graphql';
import { FreeObject, MayBeAbsent, MayBeNull, Text, TextList, Uuid } from '#libs/core/http';

export const NAME_MAX = 200;
export const TAG_MAX = 60;
export const TAGS_MAX = 50;
const CUSTOM_BYTES = 64 * 1024;

/** Fields of a contact that a user may set. A value outside a closed list, such as a stage, is answered with 422. */
@GraphqlInput('CreateContactInput')
export class CreateContactRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 320, example: 'ana@exemplo.com.br', description: 'É preciso e-mail ou telefone.' })
  email?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 40, example: '(11) 98765-4321', description: 'Lido no país da conta quando não começa por +.' })
  telefone?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: NAME_MAX, example: 'Ana Lima' })
  nome?: string | null;

  @MayBeAbsent()
  @Text({ max: 40, example: 'novo', description: 'novo quando ausente.' })
  estagio?: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 40, description: 'O usuário responsável; um membro da conta.' })
  dono_id?: string | null;

  @MayBeAbsent()
  @TextList({ max: TAGS_MAX, itemMax: TAG_MAX })
  marcadores?: string[];

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 120 })
  cargo?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Uuid()
  empresa_id?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 2, example: 'BR', description: 'ISO 3166-1 alfa-2.' })
  pais?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 100 })
  estado?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 100 })
  cidade?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 60, example: 'America/Sao_Paulo' })
  fuso?: string | null;

  @MayBeAbsent()
  @FreeObject({ maxBytes: CUSTOM_BYTES, description: 'Os campos da conta, por chave.' })
  campos?: Record<string, unknown>;
}

/** O que está ausente fica como está. */
@GraphqlInput('UpdateContactInput')
export class UpdateContactRequest extends PartialType(CreateContactRequest, { skipNullProperties: false }) {}

export const REASON_MAX = 500;

@GraphqlInput('DeleteContactInput')
export class DeleteContactRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: REASON_MAX, description: 'Fica cifrado, com o contato e na linha do tempo.' })
  motivo?: string | null;
}
