import { refusal, type Problem } from '#libs/core/http';
import { invalidField, isCountryCode, type FormField } from '#libs/sites/forms';
import type { FieldRequest, FormRequest } from './dto/form.requests.js';
import { visitorTexts } from '#libs/sites/sites';
import { requireExternalId } from './external-id.js';
import type { FormValues } from './form.repository.js';

/** Pages in another language show them in theirs. */
const { thanks: THANKS, button: BUTTON } = visitorTexts('pt').form;

/** A request as a definition. @throws Problem Unprocessable that names the field */
export function toFormValues(request: FormRequest): FormValues {
  const requiresConsent = request.exige_consentimento ?? false;
  const consentText = request.texto_consentimento?.trim() || null;
  const fields = request.campos.map(toField);
  const wrong = invalidField(fields);
  if (wrong) throw invalidDefinition(wrong.field, wrong.message);
  if (requiresConsent && !consentText)
    throw invalidDefinition('texto_consentimento', 'Com exige_consentimento é preciso um texto.');
  const doubleOptIn = request.confirmacao_dupla ?? false;
  if (doubleOptIn && !fields.some(({ type }) => type === 'email'))
    throw invalidDefinition('confirmacao_dupla', 'A confirmação por e-mail precisa de um campo do tipo email.');
  if (request.redirecionar_para?.startsWith('https:') && !URL.canParse(request.redirecionar_para))
    throw invalidDefinition('redirecionar_para', 'O endereço é inválido.');
  const country = request.pais ?? 'BR';
  if (!isCountryCode(country)) throw invalidDefinition('pais', 'O país não existe.');
  return {
    externalId: request.external_id ?? null,
    name: request.nome.trim(),
    fields,
    buttonLabel: request.texto_botao?.trim() ?? BUTTON,
    thanks: request.mensagem_pos_envio?.trim() || THANKS,
    redirectTo: request.redirecionar_para ?? null,
    requiresConsent,
    consentText,
    legalBasis: request.base_legal ?? (requiresConsent ? 'consentimento' : 'legitimo_interesse'),
    doubleOptIn,
    language: request.idioma ?? null,
    country,
    origins: [...new Set((request.origens ?? []).map((origin) => origin.toLowerCase()))],
    retentionDays: request.retencao_dias ?? null,
  };
}

/**
 * A request to upsert the form of an external id. @throws Problem ValidationError for a malformed id, and those of
 * {@link toFormValues}
 */
export function toUpsert(name: string, request: FormRequest): { externalId: string; values: FormValues } {
  const externalId = requireExternalId(name);
  if (request.external_id && request.external_id !== externalId)
    throw invalidDefinition('external_id', 'A definição tem outro external_id.');
  return { externalId, values: toFormValues(request) };
}

function toField(field: FieldRequest): FormField {
  return {
    name: field.nome,
    label: field.rotulo.trim(),
    type: field.tipo,
    required: field.obrigatorio ?? false,
    contactField: field.chave ?? null,
    options: (field.opcoes ?? []).map(({ valor, rotulo }) => ({ value: valor.trim(), label: rotulo.trim() })),
    checkedValue: field.valor_marcado ?? null,
    placeholder: field.exemplo || null,
    help: field.ajuda || null,
    defaultValue: field.valor_padrao ?? null,
    step: field.etapa ?? 1,
    condition: field.condicao ? { field: field.condicao.campo, values: field.condicao.valores } : null,
  };
}

function invalidDefinition(field: string, message: string): Problem {
  return refusal('Unprocessable', { erro: `${field}: ${message}`, campo: field });
}
