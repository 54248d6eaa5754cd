import { ArgsType } from '@nestjs/graphql';
import { FIELD_TYPES, type FieldType, LEGAL_BASES, type LegalBasis } from '#libs/core/app-events';
import { FORM_LANGUAGES, parseOriginRule, type FormLanguage } from '#libs/sites/forms';
import { GraphqlInput } from '#libs/core/graphql';
import {
  Flag,
  Integer,
  ListOf,
  MayBeAbsent,
  MayBeNull,
  Nested,
  OneOf,
  QueryBoolean,
  QueryText,
  Text,
  TextList,
} from '#libs/core/http';
import { listOf } from '../../list-of.js';
import { EXTERNAL_ID } from '../external-id.js';
import { FormSummary } from './form.responses.js';

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** A path of the page's own host, or a URL. */
const DESTINATION = /^(?:https:\/\/[^\s"'<>\\]+|\/(?![/\\])[^\s"'<>\\]*)$/;

const ORIGIN = {
  test: (value: unknown): boolean => typeof value === 'string' && parseOriginRule(value) !== null,
  message: 'deve ser uma origem, como https://www.example.com ou https://*.example.com',
  schema: { example: 'https://www.example.com' },
};

@GraphqlInput('FormFieldOptionInput')
export class OptionRequest {
  @Text({ min: 1, max: 200, pattern: /\S/, description: 'O que é enviado.', example: 'sp' })
  valor: string;

  @Text({ min: 1, max: 200, pattern: /\S/, description: 'O que se lê.', example: 'São Paulo' })
  rotulo: string;
}

@GraphqlInput('FormFieldConditionInput')
export class ConditionRequest {
  @Text({ min: 1, max: 64, description: 'O nome de um campo anterior.', example: 'tem_empresa' })
  campo: string;

  @TextList({ min: 1, max: 50, itemMax: 200, description: 'O campo aparece quando o outro tem um destes valores.' })
  valores: string[];
}

@GraphqlInput('FormFieldInput')
export class FieldRequest {
  @Text({
    min: 1,
    max: 64,
    pattern: FIELD_NAME,
    form: 'deve começar com uma letra e ter só letras, algarismos, ponto, hífen e sublinhado',
    description: 'Único no formulário; a chave do valor em um envio.',
    example: 'email',
  })
  nome: string;

  @Text({ min: 1, max: 200, pattern: /\S/, example: 'E-mail' })
  rotulo: string;

  @OneOf(FIELD_TYPES, { example: 'email' })
  tipo: FieldType;

  @Flag({ description: 'false se ausente.' })
  @MayBeAbsent()
  obrigatorio?: boolean;

  @Text({
    min: 1,
    max: 64,
    pattern: /^[a-z][a-z0-9_]*$/,
    form: 'deve ter só letras minúsculas, algarismos e sublinhados',
    description: 'O campo do contato que recebe o valor: um de `/v1/campos-nativos` ou um próprio.',
    example: 'email',
  })
  @MayBeAbsent()
  @MayBeNull()
  chave?: string | null;

  @ListOf(() => OptionRequest, { max: 200, description: 'De `opcao` e `multipla_escolha`.' })
  @MayBeAbsent()
  opcoes?: OptionRequest[];

  @Text({ min: 1, max: 200, description: 'De `booleano`: o que a caixa marcada envia.' })
  @MayBeAbsent()
  @MayBeNull()
  valor_marcado?: string | null;

  @Text({ max: 200, description: 'O texto de exemplo dentro do campo vazio.' })
  @MayBeAbsent()
  @MayBeNull()
  exemplo?: string | null;

  @Text({ max: 500, description: 'Uma explicação junto ao campo.' })
  @MayBeAbsent()
  @MayBeNull()
  ajuda?: string | null;

  @Text({ max: 1000, description: 'O que o campo tem de início; de `oculto`, o que ele envia.' })
  @MayBeAbsent()
  @MayBeNull()
  valor_padrao?: string | null;

  @Integer({ min: 1, max: 20, description: 'A etapa em que o campo aparece; 1 se ausente.' })
  @MayBeAbsent()
  etapa?: number;

  @Nested(() => ConditionRequest, { description: 'Sem ela, o campo sempre aparece.' })
  @MayBeAbsent()
  @MayBeNull()
  condicao?: ConditionRequest | null;
}

@GraphqlInput('FormInput')
export class FormRequest {
  @Text({ min: 1, max: 200, pattern: /\S/, example: 'Contato' })
  nome: string;

  @ListOf(() => FieldRequest, { min: 1, max: 100 })
  campos: FieldRequest[];

  @TextList({
    max: 50,
    item: ORIGIN,
    description:
      'As origens cujas páginas podem mostrar e enviar o formulário; `https://*.example.com` inclui os subdomínios. Sem ' +
      'nenhuma, só os endereços da própria conta.',
  })
  @MayBeAbsent()
  origens?: string[];

  @Text({ max: 2000, description: 'O que o visitante lê depois do envio.' })
  @MayBeAbsent()
  mensagem_pos_envio?: string;

  @Text({
    min: 1,
    max: 2000,
    pattern: DESTINATION,
    form: 'deve ser um caminho, como /obrigado, ou um endereço https',
    description:
      'Para onde o visitante vai depois do envio, no lugar da mensagem: uma página da conta pelo caminho, ou um endereço https. ' +
      'Vale em páginas publicadas.',
    example: '/obrigado',
  })
  @MayBeAbsent()
  @MayBeNull()
  redirecionar_para?: string | null;

  @Text({ min: 1, max: 60, pattern: /\S/, description: 'O texto do botão; `Enviar` se ausente.' })
  @MayBeAbsent()
  texto_botao?: string;

  @Flag({ description: 'Se um envio sem consentimento é recusado; false se ausente.' })
  @MayBeAbsent()
  exige_consentimento?: boolean;

  @Text({ max: 2000, description: 'O texto da caixa de consentimento; obrigatório com `exige_consentimento`.' })
  @MayBeAbsent()
  @MayBeNull()
  texto_consentimento?: string | null;

  @Flag({
    description:
      'Se um envio com e-mail pede, por e-mail, que a pessoa confirme o endereço e o consentimento (double opt-in); false se ' +
      'ausente. Precisa de um campo do tipo `email`.',
  })
  @MayBeAbsent()
  confirmacao_dupla?: boolean;

  @OneOf(FORM_LANGUAGES, {
    description: 'O idioma do que se escreve ao visitante; null ou ausente: o da página, senão o do site.',
  })
  @MayBeAbsent()
  @MayBeNull()
  idioma?: FormLanguage | null;

  @OneOf(LEGAL_BASES, {
    description: 'Se ausente, `consentimento` quando o formulário o exige, senão `legitimo_interesse`.',
  })
  @MayBeAbsent()
  base_legal?: LegalBasis;

  @Text({
    max: 2,
    pattern: /^[A-Z]{2}$/,
    form: 'deve ser um país, em duas letras',
    description: 'O país dos telefones; BR se ausente.',
  })
  @MayBeAbsent()
  pais?: string;

  @Integer({ min: 30, max: 3650, description: 'Depois de quantos dias os leads são apagados; null: nunca.' })
  @MayBeAbsent()
  @MayBeNull()
  retencao_dias?: number | null;

  @Text({
    min: 1,
    max: 128,
    pattern: EXTERNAL_ID.pattern,
    form: 'deve ter de 1 a 128 caracteres de A-Z a-z 0-9 . _ : -',
    description: 'O nome que o seu sistema dá ao formulário; único na conta.',
  })
  @MayBeAbsent()
  @MayBeNull()
  external_id?: string | null;
}

/** Filters of the list of forms. */
@ArgsType()
export class FormFilters {
  @QueryText({ max: 128, description: 'Só o formulário com este external_id.' })
  external_id?: string;
}

const forms = listOf('formularios', FormSummary, { max: 200, filters: FormFilters });

export class ListFormsQuery extends forms.Query {}

export class DeleteFormQuery {
  @QueryBoolean({ default: false, description: 'Apaga também um formulário que páginas publicadas mostram.' })
  confirmar: boolean;
}

export class FormPage extends forms.Page {}
