import { ApiProperty } from '@nestjs/swagger';
import { BRAZILIAN_STATES, countries, FIELD_TYPES, type FieldType, type Form, type FormField } from '#libs/forms';

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

  @ApiProperty({ description: 'Quando o formulário foi mostrado; o envio a traz de volta.' })
  prova: string;

  static of(form: Form, proof: string): PublicFormView {
    return {
      id: form.id,
      campos: form.fields.map((field) => fieldOf(field, form)),
      texto_botao: form.buttonLabel,
      mensagem_pos_envio: form.thanks,
      exige_consentimento: form.requiresConsent,
      texto_consentimento: form.consentText,
      prova: proof,
    };
  }
}

function fieldOf(field: FormField, { country }: Form): PublicFieldView {
  const { condition } = field;
  return {
    nome: field.name,
    rotulo: field.label,
    tipo: field.type,
    obrigatorio: field.required,
    opcoes: optionsOf(field, country),
    valor_marcado: field.checkedValue,
    exemplo: field.placeholder,
    ajuda: field.help,
    valor_padrao: field.defaultValue,
    etapa: field.step,
    condicao: condition && { campo: condition.field, valores: [...condition.values] },
  };
}

/** Countries and Brazil's states are chosen from a list, which a definition does not repeat. */
function optionsOf({ type, options }: FormField, country: string): PublicOptionView[] {
  if (type === 'pais') return countries().map(({ code, name }) => ({ valor: code, rotulo: name }));
  if (type === 'estado' && country === 'BR')
    return BRAZILIAN_STATES.map(({ code, name }) => ({ valor: code, rotulo: name }));
  return options.map(({ value, label }) => ({ valor: value, rotulo: label }));
}
