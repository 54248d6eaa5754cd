import type { FieldType } from '#libs/core/app-events';
import { BRAZILIAN_STATES, countries, type FormDefinition, type FormField } from '#libs/sites/forms';
import { html as markup, Html } from '#libs/core/html';
import type { VisitorLanguage, VisitorTexts } from '#libs/sites/sites';

/**
 * Attributes of a field for the browser: its keyboard, what it fills in, what it checks. It refuses nothing that the server
 * takes: what is pasted has more characters than what is kept.
 */
const INPUTS: Partial<Record<FieldType, string>> = {
  texto: 'type="text" maxlength="1000"',
  email: 'type="email" autocomplete="email" inputmode="email" maxlength="320"',
  telefone: 'type="tel" autocomplete="tel" maxlength="80"',
  numero: 'type="text" inputmode="decimal" maxlength="40"',
  data: 'type="date"',
  // Not of the type url, with which a browser refuses `example.com`.
  url: 'type="text" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false" maxlength="2048"',
  cpf: 'type="text" inputmode="numeric" maxlength="60"',
  cnpj: 'type="text" autocapitalize="characters" maxlength="60"',
  cep: 'type="text" inputmode="numeric" autocomplete="postal-code" maxlength="60"',
  estado: 'type="text" autocomplete="address-level1" maxlength="80"',
  cidade: 'type="text" autocomplete="address-level2" maxlength="120"',
  arquivo: 'type="file"',
};

/** Value of `autocomplete` by the name of a native field, so that browsers fill in names. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  nome: 'name',
  primeiro_nome: 'given-name',
  sobrenome: 'family-name',
  empresa: 'organization',
  empresa_nome: 'organization',
  cargo: 'organization-title',
};

/** Surroundings of a field. */
interface FieldContext {
  form: FormDefinition;
  texts: VisitorTexts['form'];
  /** Message for a field that is not filled in. */
  required: string;
  language: VisitorLanguage;
}

/** A field with its label and help; `id` becomes the id of its control. */
export function fieldHtml(field: FormField, id: string, context: FieldContext): Html {
  const condition = field.condition
    ? markup` data-if="${field.condition.field}" data-in="${JSON.stringify(field.condition.values)}"`
    : undefined;
  const help = field.help === null ? undefined : markup`<p class="fh" id="${id}-h">${field.help}</p>`;
  if (field.type === 'booleano') return markup`<div class="fd"${condition}>${checkbox(field, id)}${help}</div>`;
  if (field.type === 'multipla_escolha' || field.type === 'nota') {
    const choices = field.type === 'nota' ? scale(field) : choicesHtml(field);
    // For the script: no attribute of HTML says that one of several boxes has to be ticked.
    const many =
      field.required && field.type === 'multipla_escolha' ? markup` data-many="${context.required}"` : undefined;
    return markup`<fieldset class="fd"${condition}${many}${describedBy(field, id)}><legend>${labelOf(field, context)}</legend>
      ${help}${choices}
    </fieldset>`;
  }
  return markup`<div class="fd"${condition}><label for="${id}">${labelOf(field, context)}</label>${help}${control(field, id, context)}
  </div>`;
}

function labelOf({ label, required }: FormField, { texts }: FieldContext): Html {
  return markup`${label}${required ? undefined : markup` <span class="op">${texts.optional}</span>`}`;
}

function describedBy({ help }: FormField, id: string): Html | undefined {
  return help === null ? undefined : markup` aria-describedby="${id}-h"`;
}

/**
 * A field with a condition is required by the script alone, while it shows: without one all fields show, and the server
 * judges.
 */
function requirement({ required, condition }: FormField): Html | undefined {
  if (!required) return undefined;
  return new Html(condition ? ' data-req="1"' : ' required');
}

function control(field: FormField, id: string, { form, texts, language }: FieldContext): Html {
  const { name, type, placeholder, defaultValue, contactField } = field;
  const common = markup` class="in1" id="${id}" name="${name}"${describedBy(field, id)}${requirement(field)}`;
  const hint = placeholder === null ? undefined : markup` placeholder="${placeholder}"`;
  if (type === 'texto_longo')
    return markup`<textarea${common}${hint} rows="4" maxlength="10000">${defaultValue ?? ''}</textarea>`;
  if (type === 'opcao') return selectHtml(common, field.options, placeholder ?? texts.choose, defaultValue);
  const places =
    type === 'pais' ? countries(language) : type === 'estado' && form.country === 'BR' ? BRAZILIAN_STATES : undefined;
  if (places) return selectHtml(common, places.map(optionOf), placeholder ?? texts.choose, defaultValue);
  const fill = type === 'texto' ? AUTOCOMPLETE[contactField ?? name] : undefined;
  const known = new Html(` ${INPUTS[type] ?? INPUTS.texto}${fill === undefined ? '' : ` autocomplete="${fill}"`}`);
  const value = defaultValue === null || type === 'arquivo' ? undefined : markup` value="${defaultValue}"`;
  const shown = type === 'data' || type === 'arquivo' ? undefined : hint;
  return markup`<input${common}${known}${shown}${value}>`;
}

const optionOf = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });

function selectHtml(common: Html, options: FormField['options'], empty: string, chosen: string | null): Html {
  const rows = options.map(
    ({ value, label }) =>
      markup`<option value="${value}"${value === chosen ? new Html(' selected') : undefined}>${label}</option>`,
  );
  return markup`<select${common}><option value="">${empty}</option>${rows}</select>`;
}

function checkbox(field: FormField, id: string): Html {
  const { name, label, checkedValue } = field;
  return markup`<label class="ck"><input type="checkbox" id="${id}" name="${name}" value="${checkedValue ?? 'true'}"
      ${describedBy(field, id)}${requirement(field)}><span>${label}</span></label>`;
}

function choicesHtml({ name, options }: FormField): Html {
  const rows = options.map(
    ({ value, label }) =>
      markup`<label class="ck"><input type="checkbox" name="${name}" value="${value}"><span>${label}</span></label>`,
  );
  return markup`${rows}`;
}

/** A mark from 0 to 10. */
function scale(field: FormField): Html {
  const rows = Array.from({ length: 11 }, (_, mark) => {
    const value = String(mark);
    return markup`<label><input type="radio" name="${field.name}" value="${value}"${requirement(field)}><span>${value}</span></label>`;
  });
  return markup`<div class="nt">${rows}</div>`;
}
