import { ApiProperty } from '@nestjs/swagger';
import {
  inLanguage,
  VISITOR_LANGUAGES,
  visitorTexts,
  type VisitorLanguage,
  type VisitorTexts,
} from '#libs/sites/sites';
import { FIELD_TYPES, type FieldType } from '#libs/core/app-events';
import { BRAZILIAN_STATES, countries, type Form, type FormField } from '#libs/sites/forms';

export class PublicOptionView {
  @ApiProperty()
  valor: string;

  @ApiProperty()
  rotulo: string;
}

export class PublicConditionView {
  @ApiProperty()
  campo: string;

  @ApiProperty({ type: [String] })
  valores: string[];
}

/** A field as a page needs it: nothing of what the account does with it. */
export class PublicFieldView {
  @ApiProperty()
  nome: string;

  @ApiProperty()
  rotulo: string;

  @ApiProperty({ enum: FIELD_TYPES })
  tipo: FieldType;

  @ApiProperty()
  obrigatorio: boolean;

  @ApiProperty({ type: [PublicOptionView] })
  opcoes: PublicOptionView[];

  @ApiProperty({ type: String, nullable: true })
  valor_marcado: string | null;

  @ApiProperty({ type: String, nullable: true })
  exemplo: string | null;

  @ApiProperty({ type: String, nullable: true })
  ajuda: string | null;

  @ApiProperty({ type: String, nullable: true })
  valor_padrao: string | null;

  @ApiProperty({ type: 'integer' })
  etapa: number;

  @ApiProperty({ type: PublicConditionView, nullable: true })
  condicao: PublicConditionView | null;
}

/** Texts that the form has by itself. */
export class PublicTextsView {
  @ApiProperty()
  escolha: string;

  @ApiProperty()
  voltar: string;

  @ApiProperty()
  continuar: string;

  @ApiProperty()
  obrigatorio: string;

  @ApiProperty()
  corrija: string;

  @ApiProperty()
  muitos_envios: string;

  @ApiProperty()
  falhou: string;

  @ApiProperty()
  arquivos_grandes: string;

  @ApiProperty()
  sem_conexao: string;

  static of({ form, errors, snippet }: VisitorTexts): PublicTextsView {
    return {
      escolha: form.choose,
      voltar: form.back,
      continuar: form.next,
      obrigatorio: errors.required,
      corrija: snippet.correct,
      muitos_envios: snippet.tooMany,
      falhou: snippet.failed,
      arquivos_grandes: snippet.filesTooLarge,
      sem_conexao: snippet.offline,
    };
  }
}

export class PublicFormView {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: [PublicFieldView] })
  campos: PublicFieldView[];

  @ApiProperty()
  texto_botao: string;

  @ApiProperty()
  mensagem_pos_envio: string;

  @ApiProperty()
  exige_consentimento: boolean;

  @ApiProperty({ type: String, nullable: true })
  texto_consentimento: string | null;

  @ApiProperty({ enum: VISITOR_LANGUAGES, description: 'O idioma em que o formulário fala com o visitante.' })
  idioma: VisitorLanguage;

  @ApiProperty({ type: PublicTextsView })
  textos: PublicTextsView;

  @ApiProperty({ description: 'Quando o formulário foi mostrado; o envio a traz de volta.' })
  prova: string;

  static of(form: Form, proof: string, language: VisitorLanguage): PublicFormView {
    const texts = visitorTexts(language);
    return {
      id: form.id,
      campos: form.fields.map((field) => fieldOf(field, form, language)),
      texto_botao: inLanguage(form.buttonLabel, 'button', texts),
      mensagem_pos_envio: inLanguage(form.thanks, 'thanks', texts),
      exige_consentimento: form.requiresConsent,
      texto_consentimento: form.consentText ?? (form.requiresConsent ? texts.form.consent : null),
      idioma: language,
      textos: PublicTextsView.of(texts),
      prova: proof,
    };
  }
}

function fieldOf(field: FormField, { country }: Form, language: VisitorLanguage): PublicFieldView {
  const { condition } = field;
  return {
    nome: field.name,
    rotulo: field.label,
    tipo: field.type,
    obrigatorio: field.required,
    opcoes: optionsOf(field, country, language),
    valor_marcado: field.checkedValue,
    exemplo: field.placeholder,
    ajuda: field.help,
    valor_padrao: field.defaultValue,
    etapa: field.step,
    condicao: condition && { campo: condition.field, valores: [...condition.values] },
  };
}

/** Countries and Brazil's states are chosen from a list, which a definition does not repeat. */
function optionsOf({ type, options }: FormField, country: string, language: VisitorLanguage): PublicOptionView[] {
  if (type === 'pais') return countries(language).map(({ code, name }) => ({ valor: code, rotulo: name }));
  if (type === 'estado' && country === 'BR')
    return BRAZILIAN_STATES.map(({ code, name }) => ({ valor: code, rotulo: name }));
  return options.map(({ value, label }) => ({ valor: value, rotulo: label }));
}
