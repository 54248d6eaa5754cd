import type { FieldType } from '#libs/core/app-events';
import { CONSENT_FIELD } from './submission/validate-values.js';
import type { FormField } from './form-definition.js';
import { NATIVE_FIELDS } from './native-fields.js';

/** An error in the definition of a form, and the field that has it. */
export interface DefinitionError {
  /** Such as `campos[2].condicao.campo`. */
  field: string;
  /** In Portuguese. */
  message: string;
}

const WITH_OPTIONS = new Set<FieldType>(['opcao', 'multipla_escolha']);

/** Types whose value no condition can name: what people type is never the same twice. */
const WITHOUT_CONDITION = new Set<FieldType>(['arquivo', 'texto_longo']);

/** The first thing that is wrong with the fields of a form; undefined if they are sound. */
export function invalidField(fields: readonly FormField[]): DefinitionError | undefined {
  const before = new Map<string, FormField>();
  const keys = new Set<string>();
  let step = 1;
  for (const [index, field] of fields.entries()) {
    const error = fieldError(field, before, keys, step);
    if (error) return { ...error, field: `campos[${index}].${error.field}` };
    before.set(field.name, field);
    if (field.contactField) keys.add(field.contactField);
    step = field.step;
  }
  return undefined;
}

function fieldError(
  field: FormField,
  before: ReadonlyMap<string, FormField>,
  keys: ReadonlySet<string>,
  step: number,
): DefinitionError | undefined {
  if (field.name === CONSENT_FIELD) return wrong('nome', `"${CONSENT_FIELD}" é reservado ao consentimento.`);
  if (before.has(field.name)) return wrong('nome', `Já existe um campo "${field.name}".`);
  if (field.step !== step && field.step !== step + 1)
    return wrong('etapa', 'As etapas começam em 1, seguem a ordem dos campos e não pulam números.');
  if (field.step > 1 && before.size === 0) return wrong('etapa', 'O primeiro campo fica na etapa 1.');
  return optionsError(field) ?? keyError(field, keys) ?? conditionError(field, before);
}

function optionsError({ type, options, checkedValue }: FormField): DefinitionError | undefined {
  if (WITH_OPTIONS.has(type) && options.length === 0) return wrong('opcoes', `O tipo ${type} precisa de opções.`);
  if (!WITH_OPTIONS.has(type) && options.length > 0) return wrong('opcoes', `O tipo ${type} não tem opções.`);
  if (new Set(options.map(({ value }) => value)).size < options.length)
    return wrong('opcoes', 'Cada opção tem um valor diferente.');
  if (checkedValue !== null && type !== 'booleano')
    return wrong('valor_marcado', 'Só o tipo booleano tem valor_marcado.');
  return undefined;
}

function keyError({ contactField, type }: FormField, keys: ReadonlySet<string>): DefinitionError | undefined {
  if (contactField === null) return undefined;
  if (keys.has(contactField)) return wrong('chave', `A chave "${contactField}" já é de outro campo.`);
  const native = NATIVE_FIELDS.find(({ key }) => key === contactField);
  if (native && !native.types.includes(type))
    return wrong('chave', `A chave "${contactField}" é de campos do tipo ${native.types.join(' ou ')}.`);
  return undefined;
}

/** A condition refers to an earlier field, so that there are no cycles. */
function conditionError({ condition }: FormField, before: ReadonlyMap<string, FormField>): DefinitionError | undefined {
  if (!condition) return undefined;
  const asked = before.get(condition.field);
  if (!asked) return wrong('condicao.campo', 'A condição deve referir-se a um campo anterior.');
  if (WITHOUT_CONDITION.has(asked.type))
    return wrong('condicao.campo', `Um campo do tipo ${asked.type} não serve de condição.`);
  const known = new Set(asked.options.map(({ value }) => value));
  if (WITH_OPTIONS.has(asked.type) && !condition.values.every((value) => known.has(value)))
    return wrong('condicao.valores', `Os valores devem ser opções do campo "${asked.name}".`);
  return undefined;
}

const wrong = (field: string, message: string): DefinitionError => ({ field, message });
