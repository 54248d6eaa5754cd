import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, Text } from '#libs/core/http';
import { invalidContactField } from '../contact-problems.js';
import { IDENTIFIER_FIELDS, IDENTIFIER_KINDS, type KnownIdentifier } from '../../identifiers/identifiers.js';
import type { TypedIdentifier } from '../identifier-changes/identifiers.service.js';

export const WIRE_IDENTIFIER_KINDS = IDENTIFIER_KINDS.map((kind) => IDENTIFIER_FIELDS[kind]);

@GraphqlInput('CreateIdentifierInput')
export class CreateIdentifierRequest {
  @Text({ max: 40, example: 'email', description: 'email ou telefone.' })
  canal: string;

  @Text({ max: 320, example: 'ana@trabalho.com.br' })
  valor: string;

  @MayBeAbsent()
  @Flag({ description: 'Se passa a ser o principal do canal. false quando ausente; o primeiro sempre é.' })
  principal?: boolean;
}

@GraphqlObject('ContactIdentifier', 'An e-mail address or telephone number of a contact.')
export class IdentifierObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: WIRE_IDENTIFIER_KINDS })
  canal: string;

  @ApiProperty({ description: 'O telefone em E.164.' })
  valor: string;

  @ApiProperty()
  principal: boolean;

  static of({ id, kind, value, isPrimary }: KnownIdentifier): IdentifierObject {
    return { id, canal: IDENTIFIER_FIELDS[kind], valor: value, principal: isPrimary };
  }
}

/** One that was added, and to which contact. */
export class AddedIdentifierObject extends IdentifierObject {
  @ApiProperty()
  contato_id: string;
}

/** @throws Problem Unprocessable for another channel */
export function toTypedIdentifier({ canal, valor, principal = false }: CreateIdentifierRequest): TypedIdentifier {
  const kind = IDENTIFIER_KINDS.find((one) => IDENTIFIER_FIELDS[one] === canal);
  if (!kind) throw invalidContactField('canal', `canal deve ser um de ${WIRE_IDENTIFIER_KINDS.join(', ')}.`);
  return { kind, text: valor, isPrimary: principal };
}
