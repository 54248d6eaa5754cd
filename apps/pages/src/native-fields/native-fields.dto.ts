import { ApiProperty } from '@nestjs/swagger';
import { FIELD_TYPES, type FieldType } from '#libs/core/app-events';
import { countries, NATIVE_FIELD_GROUPS, NATIVE_FIELDS } from '#libs/sites/forms';
import { GraphqlObject } from '#libs/core/graphql';
import { once } from '#libs/core/process';

@GraphqlObject('NativeField')
class NativeFieldView {
  @ApiProperty({ example: 'email' })
  chave: string;

  @ApiProperty({ example: 'E-mail' })
  rotulo: string;

  @ApiProperty({ example: 'contato' })
  grupo: string;

  @ApiProperty({ enum: FIELD_TYPES, description: 'O tipo usual.' })
  tipo: FieldType;

  @ApiProperty({ enum: FIELD_TYPES, isArray: true, description: 'Os tipos de campo que servem.' })
  tipos: FieldType[];
}

@GraphqlObject('NativeFieldGroup')
class NativeFieldGroupView {
  @ApiProperty({ example: 'contato' })
  chave: string;

  @ApiProperty({ example: 'Contato' })
  rotulo: string;
}

@GraphqlObject('Country')
class CountryView {
  @ApiProperty({ example: 'BR' })
  codigo: string;

  @ApiProperty({ example: 'Brasil' })
  nome: string;

  @ApiProperty({ example: '+55' })
  ddi: string;
}

@GraphqlObject('NativeFields', 'The fields that every contact or company has.')
export class NativeFieldsResponse {
  @ApiProperty({ type: [NativeFieldView] })
  campos: NativeFieldView[];

  @ApiProperty({ type: [NativeFieldGroupView] })
  grupos: NativeFieldGroupView[];

  @ApiProperty({ type: [CountryView] })
  paises: CountryView[];
}

export const nativeFieldCatalogue = once((): NativeFieldsResponse => ({
  campos: NATIVE_FIELDS.map(({ key, label, group, types }) => ({
    chave: key,
    rotulo: label,
    grupo: group,
    tipo: types[0]!,
    tipos: [...types],
  })),
  grupos: NATIVE_FIELD_GROUPS.map(({ key, label }) => ({ chave: key, rotulo: label })),
  paises: countries().map(({ code, name, callingCode }) => ({ codigo: code, nome: name, ddi: callingCode })),
}));
