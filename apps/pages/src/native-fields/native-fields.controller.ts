import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/auth';
import { COUNTRIES, FIELD_TYPES, NATIVE_FIELD_GROUPS, NATIVE_FIELDS, type FieldType } from '#libs/forms';
import { Operation } from '#libs/http';

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

class NativeFieldGroupView {
  @ApiProperty({ example: 'contato' })
  chave: string;

  @ApiProperty({ example: 'Contato' })
  rotulo: string;
}

class CountryView {
  @ApiProperty({ example: 'BR' })
  codigo: string;

  @ApiProperty({ example: 'Brasil' })
  nome: string;

  @ApiProperty({ example: '+55' })
  ddi: string;
}

class NativeFieldsResponse {
  @ApiProperty({ type: [NativeFieldView] })
  campos: NativeFieldView[];

  @ApiProperty({ type: [NativeFieldGroupView] })
  grupos: NativeFieldGroupView[];

  @ApiProperty({ type: [CountryView] })
  paises: CountryView[];
}

const CATALOGUE: NativeFieldsResponse = {
  campos: NATIVE_FIELDS.map(({ key, label, group, types }) => ({
    chave: key,
    rotulo: label,
    grupo: group,
    tipo: types[0]!,
    tipos: [...types],
  })),
  grupos: NATIVE_FIELD_GROUPS.map(({ key, label }) => ({ chave: key, rotulo: label })),
  paises: COUNTRIES.map(({ code, name, callingCode }) => ({ codigo: code, nome: name, ddi: callingCode })),
};

@ApiTags('Formulários')
@Session()
@Controller('v1/campos-nativos')
export class NativeFieldsController {
  @Get()
  @Operation({
    summary: 'Ler o catálogo de campos nativos',
    description: 'Os campos que todo contato ou empresa tem, aos quais um campo de formulário se liga por `chave`.',
    success: { status: 200, type: NativeFieldsResponse },
  })
  get(): NativeFieldsResponse {
    return CATALOGUE;
  }
}
