import { decodeText } from '#libs/core/charsets';
import { bodyOfText } from '#libs/core/http';
import { invalidContactField } from '../../contacts/contact-problems.js';
import type { Stage } from '../../contacts/contact-values.js';
import { fromWireStage, WIRE_STAGES } from '../../contacts/dto/wire-values.js';
import { distinctTags } from '../../contacts/tags.js';
import { parseEmail, parsePhone } from '../../identifiers/identifiers.js';
import { DECIMAL_SEPARATORS } from '../rows/cell-values.js';
import { ImportConfig, ReadingConfig } from '../dto/import-config.js';
import { fromWireChoice, fromWireDateFormat } from '../dto/wire-states.js';
import { repeatedField } from '../rows/import-columns.js';
import { invalidMapping, invalidReading } from '../import-problems.js';
import { CUSTOM_PREFIX, fieldOf, isKnownField, IMPORT_FIELDS } from '../rows/import-fields.js';
import type { IfExists, ImportOptions, Mapping } from '../import-values.js';
import { DELIMITERS, type KnownOfFile } from '../table/sniffer.js';

/** How a file is to be read; what is absent it shows by itself. */
export interface ReadingRequest extends KnownOfFile {
  sheet: string | null;
}

/** Order of a user for the contacts of a file. */
export interface ImportRequest {
  reading: ReadingRequest;
  options: ImportOptions;
  mapping: Mapping;
  ifExists: IfExists;
  isDryRun: boolean;
  tags: string[];
  stage: Stage | null;
}

/** The keys of the tenant's own fields that a mapping names. */
export const customKeysOf = (mapping: Mapping): string[] =>
  Object.values(mapping).flatMap((field) => (field.startsWith(CUSTOM_PREFIX) ? field.slice(CUSTOM_PREFIX.length) : []));

/** @throws Problem InvalidJson, ValidationError, Unprocessable */
export function parseImportConfig(text: string): ImportRequest {
  const config = bodyOfText(text, ImportConfig);
  const reading = toReading(config);
  const mapping = validMapping(config.mapeamento);
  return {
    mapping,
    reading,
    options: {
      columns: Object.keys(mapping),
      sheet: reading.sheet,
      headerRow: reading.headerRow ?? null,
      dateFormat: fromWireDateFormat(config.formato_data),
      decimalSeparator: DECIMAL_SEPARATORS.find((one) => one === config.separador_decimal) ?? null,
      ignoresInvalid: config.valor_invalido === 'ignorar',
      startsJourneys: config.disparar_jornadas ?? false,
    },
    ifExists: fromWireChoice(config.se_existir ?? ''),
    isDryRun: config.simular ?? false,
    tags: distinctTags((config.marcadores ?? []).map((tag) => tag.trim()).filter(Boolean)),
    stage: config.estagio === undefined ? null : validStage(config.estagio),
  };
}

/** @throws Problem InvalidJson, ValidationError, Unprocessable */
export const parseReadingConfig = (text: string): ReadingRequest => toReading(bodyOfText(text, ReadingConfig));

function toReading({ codificacao, separador, planilha, linha_do_cabecalho }: ReadingConfig): ReadingRequest {
  if (codificacao !== undefined && !decodeText(new Uint8Array(), codificacao).isKnown)
    throw invalidReading('codificacao', 'A codificação não é conhecida. Use, por exemplo, utf-8 ou windows-1252.');
  const delimiter = separador === 'tab' || separador === '\\t' ? '\t' : separador;
  if (delimiter !== undefined && !DELIMITERS.includes(delimiter))
    throw invalidReading('separador', 'separador deve ser ponto e vírgula, vírgula, barra vertical ou tab.');
  return { encoding: codificacao, delimiter, headerRow: linha_do_cabecalho, sheet: planilha ?? null };
}

function validMapping(mapping: Mapping): Mapping {
  const fields = Object.values(mapping);
  const unknown = fields.find((field) => !isKnownField(field));
  if (unknown !== undefined)
    throw invalidMapping(`O campo ${unknown} não existe. Use um de ${IMPORT_FIELDS.join(', ')} ou campos.<chave>.`);
  const repeated = repeatedField(mapping);
  if (repeated) throw invalidMapping(`O campo ${repeated} pode vir de uma só coluna.`);
  if (!fields.some((field) => ['email', 'telefone'].includes(fieldOf(field))))
    throw invalidMapping('Uma coluna deve ir para email ou telefone.');
  // A file without names of columns has a contact in its first row, and names are stored in plain text.
  if (Object.keys(mapping).some((column) => parseEmail(column) ?? parsePhone(column, 'BR')))
    throw invalidMapping('A primeira linha do arquivo deve ter os nomes das colunas.');
  return mapping;
}

function validStage(name: string): Stage {
  const stage = fromWireStage(name);
  if (!stage) throw invalidContactField('estagio', `estagio deve ser um de ${WIRE_STAGES.join(', ')}.`);
  return stage;
}
