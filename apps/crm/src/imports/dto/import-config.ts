import { Flag, Integer, MayBeAbsent, OneOf, Text, TextList, TextMap } from '#libs/core/http';
import { TAG_MAX, TAGS_MAX } from '../../contacts/dto/create-contact.request.js';
import { DECIMAL_SEPARATORS } from '../rows/cell-values.js';
import { MAX_COLUMNS, MAX_ROWS } from '../table/table.js';
import { WIRE_CHOICES, WIRE_DATE_FORMATS, WIRE_INVALID_VALUES } from './wire-states.js';

const COLUMN_MAX = 200;

/** How a file is read: JSON in a multipart body. */
export class ReadingConfig {
  @MayBeAbsent()
  @Text({ max: 40, example: 'windows-1252', description: 'De um CSV; reconhecida quando ausente.' })
  codificacao?: string;

  @MayBeAbsent()
  @Text({ min: 1, max: 3, example: ';', description: 'De um CSV: `;`, `,`, `|` ou tab; reconhecido quando ausente.' })
  separador?: string;

  @MayBeAbsent()
  @Text({ min: 1, max: 100, description: 'O nome ou o número da planilha de um XLSX; a primeira quando ausente.' })
  planilha?: string;

  @MayBeAbsent()
  @Integer({
    min: 1,
    max: MAX_ROWS,
    description: 'A linha com os nomes das colunas; a primeira com dados quando ausente.',
  })
  linha_do_cabecalho?: number;
}

/** The field `config` of an import. */
export class ImportConfig extends ReadingConfig {
  @TextMap({
    max: MAX_COLUMNS,
    keyMax: COLUMN_MAX,
    valueMax: 100,
    description: 'Nome da coluna do arquivo → campo do contato, como email, telefone, nome ou marcadores.',
  })
  mapeamento: Record<string, string>;

  @MayBeAbsent()
  @OneOf(WIRE_CHOICES, { description: 'O que fazer com um contato que já existe; atualizar quando ausente.' })
  se_existir?: string;

  @MayBeAbsent()
  @Flag({ description: 'Só informa o que aconteceria.' })
  simular?: boolean;

  @MayBeAbsent()
  @TextList({ max: TAGS_MAX, itemMax: TAG_MAX, description: 'Para cada contato do arquivo.' })
  marcadores?: string[];

  @MayBeAbsent()
  @Text({
    max: 40,
    example: 'novo',
    description: 'Dos contatos novos cuja linha não tem estágio; novo quando ausente.',
  })
  estagio?: string;

  @MayBeAbsent()
  @OneOf(WIRE_DATE_FORMATS, {
    description: 'Das datas sem o ano na frente. Quando ausente, uma data que pode ser de dois dias é um erro.',
  })
  formato_data?: string;

  @MayBeAbsent()
  @OneOf(DECIMAL_SEPARATORS, {
    description: 'Dos números. Quando ausente, um número que pode ser dois, como 1.234, é um erro.',
  })
  separador_decimal?: string;

  @MayBeAbsent()
  @OneOf(WIRE_INVALID_VALUES, {
    description: 'O que um valor inválido custa: a linha (quando ausente) ou, com ignorar, só ele mesmo.',
  })
  valor_invalido?: string;

  @MayBeAbsent()
  @Flag({ description: 'Se as linhas podem iniciar jornadas; não, quando ausente.' })
  disparar_jornadas?: boolean;
}
