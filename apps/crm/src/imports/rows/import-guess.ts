import { isEmailAddress } from '#libs/core/http';
import { foldText } from '../../fold-text.js';
import { parsePhone } from '../../identifiers/identifiers.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { cleanCell, emailsOf, phonesOf } from './cell-values.js';
import { CUSTOM_PREFIX, fieldOf, isKnownField, takesSeveral } from './import-fields.js';

/** Names that columns have for a field: in Portuguese, English and Spanish, and in the exports of other products. */
const NAMES: Readonly<Record<string, RegExp>> = {
  email:
    /^(?:(?:e ?mail|correo|correio)(?: (?:address|primary|principal|eletronico|electronico|de contato|do contato|comercial|pessoal|work|personal))?|endereco de e ?mail|(?:primary |work |personal |business |additional )?e ?mail addresses?|e ?mail \d+(?: (?:value|address))?|additional e ?mail addresses|emails)$/,
  telefone:
    /^(?:(?:tel|telefones?|fone|celular|cel|whatsapp|phone|phone number|mobile|movil|telefono)(?: (?:number|phone|phone number|comercial|residencial|principal|fixo|celular|movel|do contato|de contato))?|(?:mobile|business|home|primary|work|company|other|whatsapp) phone(?: ?\d| number)?|(?:mobile|whatsapp) (?:phone )?number|phone \d+ value|numero de telefone|numero do whatsapp)$/,
  nome: /^(?:(?:primeiro |first |given |last |family |middle |additional |full |contact |complete )?name|nomes?(?: (?:completo|do contato|do cliente|do lead|da pessoa))?|(?:primeiro|segundo|ultimo|nome do meio) ?(?:nome)?|sobrenome|apellidos?|nombre(?: completo)?|cliente|contato)$/,
  estagio: /^(?:estagio(?: no funil)?|etapa(?: do funil)?|lifecycle stage|lead status|stage|status do lead)$/,
  dono_id:
    /^(?:dono(?: id| do lead| do contato)?|responsavel|contact owner|owner|vendedor|proprietario(?: do contato)?)$/,
  marcadores: /^(?:marcadores|tags?|etiquetas?|labels?|categories|categorias?|group membership|grupos?)$/,
  cargo: /^(?:cargo|funcao|job title|title|organization (?:1 )?title|position|puesto|profissao)$/,
  empresa_id:
    /^(?:empresa(?: id)?|nome da empresa|company(?: name)?|associated company|organization(?: 1)?(?: name)?|organizacao|razao social|cnpj(?: da empresa)?)$/,
  pais: /^(?:pais|country(?: region)?|address \d+ country|(?:business|home) country(?: region)?)$/,
  estado: /^(?:estado|uf|state(?: region)?|address \d+ region|(?:business|home) state|provincia)$/,
  cidade: /^(?:cidade|municipio|city|ciudad|address \d+ city|(?:business|home) city)$/,
  fuso: /^(?:fuso(?: horario)?|time ?zone)$/,
};

/** Rows in which most values must look like addresses. */
const MOSTLY = 0.6;

export interface GuessedColumn {
  name: string;
  /** The field that it seems to be; null for none. */
  field: string | null;
}

/**
 * Guesses which columns fill which fields: by their names, then by what is in them. A field that takes one value gets the
 * first of its columns.
 * @param country where a telephone number without `+` belongs to
 */
export function guessFields(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  customFields: readonly Pick<CustomField, 'key' | 'label'>[],
  country: string,
): GuessedColumn[] {
  const byName = names.map((name) => fieldByName(name, customFields));
  const has = (field: string) => byName.some((one) => one !== null && fieldOf(one) === field);
  const [lacksEmail, lacksPhone] = [!has('email'), !has('telefone')];
  const taken = new Set<string>();
  return names.map((name, index) => {
    const values = rows.flatMap((row) => cleanCell(row[index] ?? '') || []);
    const isMostly = (test: (value: string) => boolean) =>
      values.length > 0 && values.filter(test).length >= values.length * MOSTLY;
    const isEmail = (value: string) => emailsOf(value).some((one) => isEmailAddress(one));
    const isPhone = (value: string) => phonesOf(value).some(({ text }) => parsePhone(text, country) !== null);
    const byContent = lacksEmail && isMostly(isEmail) ? 'email' : lacksPhone && isMostly(isPhone) ? 'telefone' : null;
    const field = byName[index] ?? (name === '' ? null : byContent);
    if (field === null || (taken.has(fieldOf(field)) && !takesSeveral(field))) return { name, field: null };
    taken.add(fieldOf(field));
    return { name, field };
  });
}

function fieldByName(name: string, customFields: readonly Pick<CustomField, 'key' | 'label'>[]): string | null {
  const plain = name.replace(/ \(\d+\)$/, '').trim();
  const custom = customFields.find(
    ({ key, label }) => plain === CUSTOM_PREFIX + key || plain === key || foldText(label) === foldText(plain),
  );
  if (custom) return CUSTOM_PREFIX + custom.key;
  if (plain.startsWith(CUSTOM_PREFIX)) return null;
  if (isKnownField(plain)) return plain;
  const folded = foldText(plain)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return Object.keys(NAMES).find((field) => NAMES[field]!.test(folded)) ?? null;
}
