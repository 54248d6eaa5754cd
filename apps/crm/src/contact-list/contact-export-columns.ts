import type { CsvColumn } from '#libs/core/http';
import type { ContactRecord } from '../contacts/contact-record.js';
import { ContactObject } from '../contacts/dto/contact.object.js';
import type { CustomField } from '../custom-fields/custom-field.entity.js';

/** Fields of the API that are a column each. */
const NAMES = [
  'id',
  'nome',
  'email',
  'telefone',
  'emails',
  'telefones',
  'ciclo',
  'estagio',
  'dono_id',
  'marcadores',
  'cargo',
  'empresa_id',
  'pais',
  'estado',
  'cidade',
  'fuso',
  'fonte',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'dispositivo',
  'so',
  'navegador',
  'ip_pais',
  'email_status',
  'pontuacao',
  'anonimizado',
  'criado_em',
  'atualizado_em',
] as const satisfies readonly (keyof ContactObject)[];

/** The columns of a file of contacts: the fields of the API, then those of the account. */
export function exportColumns(fields: readonly Pick<CustomField, 'key'>[]): CsvColumn<ContactRecord>[] {
  return [
    ...NAMES.map((name): CsvColumn<ContactRecord> => [name, (record) => objectOf(record)[name]]),
    ...fields.map(({ key }): CsvColumn<ContactRecord> => [
      `campos.${key}`,
      ({ contact }) => contact.custom[key] ?? null,
    ]),
  ];
}

const objects = new WeakMap<ContactRecord, ContactObject>();

/** A row is asked for once for each column. */
function objectOf(record: ContactRecord): ContactObject {
  const known = objects.get(record);
  if (known) return known;
  const object = ContactObject.of(record);
  objects.set(record, object);
  return object;
}
