import { ApiProperty } from '@nestjs/swagger';
import { FIELD_TYPES, type FieldType, LEGAL_BASES, type LegalBasis } from '#libs/core/app-events';
import { FORM_LANGUAGES, type Form, type FormField, type FormLanguage } from '#libs/sites/forms';
import { GraphqlObject } from '#libs/core/graphql';

const nullableText = { type: String, nullable: true } as const;

@GraphqlObject('FormFieldOption')
export class OptionView {
  @ApiProperty()
  valor: string;

  @ApiProperty()
  rotulo: string;
}

@GraphqlObject('FormFieldCondition')
export class ConditionView {
  @ApiProperty()
  campo: string;

  @ApiProperty({ type: [String] })
  valores: string[];
}

@GraphqlObject('FormField')
export class FieldView {
  @ApiProperty({ example: 'email' })
  nome: string;

  @ApiProperty({ example: 'E-mail' })
  rotulo: string;

  @ApiProperty({ enum: FIELD_TYPES })
  tipo: FieldType;

  @ApiProperty()
  obrigatorio: boolean;

  @ApiProperty(nullableText)
  chave: string | null;

  @ApiProperty({ type: [OptionView] })
  opcoes: OptionView[];

  @ApiProperty(nullableText)
  valor_marcado: string | null;

  @ApiProperty(nullableText)
  exemplo: string | null;

  @ApiProperty(nullableText)
  ajuda: string | null;

  @ApiProperty(nullableText)
  valor_padrao: string | null;

  @ApiProperty({ type: 'integer' })
  etapa: number;

  @ApiProperty({ type: ConditionView, nullable: true })
  condicao: ConditionView | null;

  static of(field: FormField): FieldView {
    const { condition } = field;
    return {
      nome: field.name,
      rotulo: field.label,
      tipo: field.type,
      obrigatorio: field.required,
      chave: field.contactField,
      opcoes: field.options.map(({ value, label }) => ({ valor: value, rotulo: label })),
      valor_marcado: field.checkedValue,
      exemplo: field.placeholder,
      ajuda: field.help,
      valor_padrao: field.defaultValue,
      etapa: field.step,
      condicao: condition && { campo: condition.field, valores: [...condition.values] },
    };
  }
}

/** A form in a list. */
export class FormSummary {
  @ApiProperty({ example: 'frm_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty(nullableText)
  external_id: string | null;

  @ApiProperty()
  nome: string;

  @ApiProperty({ type: [FieldView] })
  campos: FieldView[];

  @ApiProperty({ type: [String] })
  origens: string[];

  @ApiProperty()
  mensagem_pos_envio: string;

  @ApiProperty({ ...nullableText, description: 'Para onde o visitante vai depois do envio; null: lê a mensagem.' })
  redirecionar_para: string | null;

  @ApiProperty()
  texto_botao: string;

  @ApiProperty()
  exige_consentimento: boolean;

  @ApiProperty(nullableText)
  texto_consentimento: string | null;

  @ApiProperty({ description: 'Se os envios pedem confirmação por e-mail (double opt-in).' })
  confirmacao_dupla: boolean;

  @ApiProperty({ enum: FORM_LANGUAGES, nullable: true, description: 'null: o da página, senão o do site.' })
  idioma: FormLanguage | null;

  @ApiProperty({ enum: LEGAL_BASES })
  base_legal: LegalBasis;

  @ApiProperty({ example: 'BR' })
  pais: string;

  @ApiProperty({ type: 'integer', nullable: true })
  retencao_dias: number | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of(form: Form): FormSummary {
    return {
      id: form.id,
      external_id: form.externalId,
      nome: form.name,
      campos: form.fields.map((field) => FieldView.of(field)),
      origens: form.origins,
      mensagem_pos_envio: form.thanks,
      redirecionar_para: form.redirectTo,
      texto_botao: form.buttonLabel,
      exige_consentimento: form.requiresConsent,
      texto_consentimento: form.consentText,
      confirmacao_dupla: form.doubleOptIn,
      idioma: form.language,
      base_legal: form.legalBasis,
      pais: form.country,
      retencao_dias: form.retentionDays,
      criado_em: form.createdAt.toISOString(),
      atualizado_em: form.updatedAt.toISOString(),
    };
  }
}

/** A form as it is read by itself. */
export class FormView extends FormSummary {
  @ApiProperty({ description: 'HTML que mostra o formulário em uma página sua.' })
  snippet: string;

  static ofForm(form: Form, runtimeUrl: string): FormView {
    return { ...FormSummary.of(form), snippet: snippetOf(form.id, runtimeUrl) };
  }
}

/** Returns the HTML that a customer pastes into a page of another site. The id and the URL need no escaping: neither has a character with a meaning in HTML. */
export function snippetOf(formId: string, runtimeUrl: string): string {
  const script = new URL('/_f/formulario.js', runtimeUrl).href;
  return `<div data-formulario="${formId}"></div>\n<script src="${script}" async></script>`;
}
