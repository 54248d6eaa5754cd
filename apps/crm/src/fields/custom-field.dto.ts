import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, OneOf, Text, TextList } from '#libs/core/http';
import type { CustomFieldChanges, CustomFieldValues } from '../custom-fields/custom-field.repository.js';
import { CUSTOM_TYPES, type CustomField, type CustomType } from '../custom-fields/custom-field.entity.js';

const TYPE_NAMES: Record<CustomType, string> = {
  text: 'texto',
  number: 'numero',
  boolean: 'booleano',
  date: 'data',
  choice: 'lista',
  choices: 'multipla',
};

export const WIRE_CUSTOM_TYPES = CUSTOM_TYPES.map((type) => TYPE_NAMES[type]);

export const toWireCustomType = (type: CustomType): string => TYPE_NAMES[type];
const fromWireCustomType = (name: string): CustomType => CUSTOM_TYPES.find((type) => TYPE_NAMES[type] === name)!;

const OPTIONS_MAX = 200;
const OPTION_MAX = 100;
const LABEL_MAX = 100;
const KEY = {
  max: 60,
  pattern: /^[a-z][a-z0-9_]*$/,
  form: 'lower-case letters, digits and _, beginning with a letter',
  example: 'porte_da_frota',
};

@GraphqlInput('CreateCustomFieldInput')
export class CreateCustomFieldRequest {
  @Text(KEY)
  chave: string;

  @Text({ min: 1, max: LABEL_MAX, example: 'Porte da frota' })
  rotulo: string;

  @OneOf(WIRE_CUSTOM_TYPES)
  tipo: string;

  @MayBeAbsent()
  @TextList({ max: OPTIONS_MAX, itemMax: OPTION_MAX, description: 'Dos tipos lista e multipla.' })
  opcoes?: string[];

  @MayBeAbsent()
  @Flag({ description: 'Se um contato criado ou alterado por um usuário precisa dele. false quando ausente.' })
  obrigatorio?: boolean;
}

/** Chave e tipo ficam como são. */
@GraphqlInput('UpdateCustomFieldInput')
export class UpdateCustomFieldRequest {
  @MayBeAbsent()
  @Text({ min: 1, max: LABEL_MAX })
  rotulo?: string;

  @MayBeAbsent()
  @TextList({ max: OPTIONS_MAX, itemMax: OPTION_MAX })
  opcoes?: string[];

  @MayBeAbsent()
  @Flag()
  obrigatorio?: boolean;
}

@GraphqlObject('CustomField', 'A field that the account has added to its contacts.')
export class CustomFieldObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'porte_da_frota' })
  chave: string;

  @ApiProperty()
  rotulo: string;

  @ApiProperty({ enum: WIRE_CUSTOM_TYPES })
  tipo: string;

  @ApiProperty({ type: [String] })
  opcoes: string[];

  @ApiProperty()
  obrigatorio: boolean;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of(field: CustomField): CustomFieldObject {
    return {
      id: field.id,
      chave: field.key,
      rotulo: field.label,
      tipo: toWireCustomType(field.type),
      opcoes: field.options,
      obrigatorio: field.isRequired,
      criado_em: field.createdAt.toISOString(),
      atualizado_em: field.updatedAt.toISOString(),
    };
  }
}

export class CustomFieldsResponse {
  @ApiProperty({ type: [CustomFieldObject] })
  campos: CustomFieldObject[];

  static of(fields: readonly CustomField[]): CustomFieldsResponse {
    return { campos: fields.map((field) => CustomFieldObject.of(field)) };
  }
}

export function toCustomFieldValues({
  chave,
  rotulo,
  tipo,
  opcoes = [],
  obrigatorio = false,
}: CreateCustomFieldRequest): CustomFieldValues {
  return {
    key: chave,
    label: rotulo.trim(),
    type: fromWireCustomType(tipo),
    options: trimmed(opcoes),
    isRequired: obrigatorio,
  };
}

export function toCustomFieldChanges({ rotulo, opcoes, obrigatorio }: UpdateCustomFieldRequest): CustomFieldChanges {
  return {
    ...(rotulo !== undefined && { label: rotulo.trim() }),
    ...(opcoes !== undefined && { options: trimmed(opcoes) }),
    ...(obrigatorio !== undefined && { isRequired: obrigatorio }),
  };
}

const trimmed = (options: readonly string[]): string[] => options.map((option) => option.trim());
