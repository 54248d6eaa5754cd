import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { toWireCustomType } from './custom-field.dto.js';
import { NATIVE_FIELDS, type FieldOwner } from './native-fields.js';

@GraphqlObject('Field')
class FieldObject {
  @ApiProperty({ example: 'contato', enum: ['contato', 'empresa'] })
  entidade: FieldOwner;

  @ApiProperty({ example: 'estagio', description: 'O nome do campo na API; dos personalizados, dentro de `campos`.' })
  chave: string;

  @ApiProperty({ example: 'Estágio' })
  rotulo: string;

  @ApiProperty({ example: 'lista' })
  tipo: string;

  @ApiProperty({ type: [String], description: 'Os valores possíveis, se forem contados.' })
  opcoes: string[];

  @ApiProperty({ description: 'Se a API o altera; os outros vêm da captura.' })
  editavel: boolean;

  @ApiProperty()
  obrigatorio: boolean;

  @ApiProperty({ description: 'Se a conta o criou.' })
  personalizado: boolean;
}

@GraphqlObject('FieldCatalogue', 'The fields of contacts and companies.')
export class FieldCatalogueResponse {
  @ApiProperty({ type: [FieldObject] })
  campos: FieldObject[];

  static of(custom: readonly CustomField[]): FieldCatalogueResponse {
    return { campos: [...NATIVE, ...custom.map((field) => ofCustom(field))] };
  }
}

const NATIVE: readonly FieldObject[] = NATIVE_FIELDS.map(({ owner, key, label, type, options = [], isWritable }) => ({
  entidade: owner,
  chave: key,
  rotulo: label,
  tipo: type,
  opcoes: [...options],
  editavel: isWritable,
  obrigatorio: false,
  personalizado: false,
}));

function ofCustom({ key, label, type, options, isRequired }: CustomField): FieldObject {
  return {
    entidade: 'contato',
    chave: key,
    rotulo: label,
    tipo: toWireCustomType(type),
    opcoes: options,
    editavel: true,
    obrigatorio: isRequired,
    personalizado: true,
  };
}
