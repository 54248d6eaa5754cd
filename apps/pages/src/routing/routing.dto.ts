import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer, ITEM, ListOf, MayBeAbsent, Nested, refusal, TextList } from '#libs/core/http';
import {
  ROUTE_DEVICES,
  type RouteConditions,
  type RouteDevice,
  type RouteRule,
  UTM_CONDITIONS,
} from '#libs/sites/sites';

export const MAX_RULES = 20;
const MAX_VALUES = 20;
const VERSION_MAX = 2 ** 31 - 1;

const matching = (pattern: RegExp, message: string) => ({
  test: (value: unknown) => typeof value === 'string' && pattern.test(value),
  message,
  schema: { pattern: pattern.source },
});

const COUNTRY = matching(/^[A-Z]{2}$/, 'must be a country of ISO 3166-1, such as BR');
const LANGUAGE = matching(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/, 'must be a language, such as pt or pt-BR');

const UtmValues = (name: string) =>
  TextList({
    min: 1,
    max: MAX_VALUES,
    itemMax: 255,
    description: `Valores de \`utm_${name}\` no endereço, sem distinguir maiúsculas`,
  });

@GraphqlInput('RouteConditionsInput', 'All that are present must hold; the values of one are alternatives.')
export class ConditionsRequest {
  @MayBeAbsent()
  @UtmValues('source')
  utm_source?: string[];

  @MayBeAbsent()
  @UtmValues('medium')
  utm_medium?: string[];

  @MayBeAbsent()
  @UtmValues('campaign')
  utm_campaign?: string[];

  @MayBeAbsent()
  @UtmValues('term')
  utm_term?: string[];

  @MayBeAbsent()
  @UtmValues('content')
  utm_content?: string[];

  @MayBeAbsent()
  @TextList({ min: 1, max: ROUTE_DEVICES.length, item: ITEM.oneOf(ROUTE_DEVICES) })
  dispositivo?: string[];

  @MayBeAbsent()
  @TextList({ min: 1, max: 100, item: COUNTRY, description: 'O país do endereço IP, por ISO 3166-1' })
  pais?: string[];

  @MayBeAbsent()
  @TextList({
    min: 1,
    max: MAX_VALUES,
    item: LANGUAGE,
    description: 'O idioma preferido do navegador; `pt` vale para `pt-BR`',
  })
  idioma?: string[];
}

@GraphqlInput('RouteRuleInput')
export class RuleRequest {
  @Nested(() => ConditionsRequest, { description: 'Tudo o que está presente deve valer' })
  quando: ConditionsRequest;

  @Integer({ min: 1, max: VERSION_MAX, example: 2, description: 'A versão que esses visitantes recebem' })
  versao: number;
}

@GraphqlInput('PageRoutingInput')
export class RoutingRequest {
  @ListOf(() => RuleRequest, { max: MAX_RULES, description: 'A primeira que vale decide; vazia remove o roteamento' })
  regras: RuleRequest[];
}

@GraphqlObject('RouteConditions')
export class ConditionsObject {
  @ApiProperty({ type: [String], required: false })
  utm_source?: string[];

  @ApiProperty({ type: [String], required: false })
  utm_medium?: string[];

  @ApiProperty({ type: [String], required: false })
  utm_campaign?: string[];

  @ApiProperty({ type: [String], required: false })
  utm_term?: string[];

  @ApiProperty({ type: [String], required: false })
  utm_content?: string[];

  @ApiProperty({ type: [String], required: false })
  dispositivo?: string[];

  @ApiProperty({ type: [String], required: false })
  pais?: string[];

  @ApiProperty({ type: [String], required: false })
  idioma?: string[];

  static of(conditions: RouteConditions): ConditionsObject {
    const utm = UTM_CONDITIONS.map((name) => [name, conditions[name]]);
    const { device, country, language } = conditions;
    const all = [...utm, ['dispositivo', device], ['pais', country], ['idioma', language]];
    return Object.fromEntries(all.filter(([, values]) => values !== undefined)) as ConditionsObject;
  }
}

@GraphqlObject('RouteRule')
export class RuleObject {
  @ApiProperty({ type: ConditionsObject })
  quando: ConditionsObject;

  @ApiProperty({ type: 'integer' })
  versao: number;

  static of({ when, version }: RouteRule): RuleObject {
    return { quando: ConditionsObject.of(when), versao: version };
  }
}

@GraphqlObject('PageRouting', 'Rules by which visitors of a page get another version than the published one.')
export class RoutingObject {
  @ApiProperty({ type: [RuleObject] })
  regras: RuleObject[];

  static of(rules: readonly RouteRule[]): RoutingObject {
    return { regras: rules.map((rule) => RuleObject.of(rule)) };
  }
}

/** @throws Problem Unprocessable for a rule without a condition */
export function toRules({ regras }: RoutingRequest): RouteRule[] {
  return regras.map(({ quando, versao }, index) => {
    const when = toConditions(quando);
    if (Object.keys(when).length === 0)
      throw refusal('Unprocessable', {
        erro: 'Uma regra deve ter ao menos uma condição.',
        campo: `regras[${index}].quando`,
      });
    return { when, version: versao };
  });
}

function toConditions(quando: ConditionsRequest): RouteConditions {
  const lower = (values?: string[]) => values?.map((value) => value.toLowerCase());
  const all: RouteConditions = {
    ...Object.fromEntries(UTM_CONDITIONS.map((name) => [name, lower(quando[name])])),
    device: quando.dispositivo as RouteDevice[] | undefined,
    country: quando.pais,
    language: lower(quando.idioma),
  };
  return Object.fromEntries(Object.entries(all).filter(([, values]) => values !== undefined));
}
