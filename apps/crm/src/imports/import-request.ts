import { bodyOfText } from '#libs/http';
import { invalidContactField } from '../contacts/contact-problems.js';
import type { Stage } from '../contacts/contact-values.js';
import { fromWireStage, WIRE_STAGES } from '../contacts/dto/wire-values.js';
import { parseEmail, parsePhone } from '../contacts/identifiers.js';
import { ImportConfig } from './dto/import-config.js';
import { fromWireChoice } from './dto/wire-states.js';
import { repeatedField } from './import-columns.js';
import { invalidMapping } from './import-problems.js';
import { CUSTOM_PREFIX, NATIVE_FIELDS } from './import-row.js';
import type { IfExists, Mapping } from './import-values.js';

/** What is to be done with a file. */
export interface ImportRequest {
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
  return {
    mapping: validMapping(config.mapeamento),
    ifExists: fromWireChoice(config.se_existir ?? ''),
    isDryRun: config.simular ?? false,
    tags: [...new Set(config.marcadores?.map((tag) => tag.trim()).filter(Boolean))],
    stage: config.estagio === undefined ? null : validStage(config.estagio),
  };
}

function validMapping(mapping: Mapping): Mapping {
  const fields = Object.values(mapping);
  const unknown = fields.find((field) => !NATIVE_FIELDS.includes(field) && !field.startsWith(CUSTOM_PREFIX));
  if (unknown !== undefined)
    throw invalidMapping(`O campo ${unknown} não existe. Use um de ${NATIVE_FIELDS.join(', ')} ou campos.<chave>.`);
  const repeated = repeatedField(mapping);
  if (repeated) throw invalidMapping(`O campo ${repeated} pode vir de uma só coluna.`);
  if (!fields.includes('email') && !fields.includes('telefone'))
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
