import { ArgsType } from '@nestjs/graphql';
import { EMAIL_STATUSES, type EmailStatus } from '#libs/core/app-events';
import {
  type CsvDelimiter,
  isDate,
  QueryEnum,
  QueryInteger,
  QueryMoment,
  QueryText,
  QueryUuid,
  rule,
} from '#libs/core/http';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import {
  fromWireDevice,
  fromWireLifecycle,
  fromWireStage,
  WIRE_DEVICES,
  WIRE_LIFECYCLES,
  WIRE_STAGES,
} from '../../contacts/dto/wire-values.js';
import { listOf } from '../../list-of.js';
import { parseCountryCode } from '../../places.js';
import type { ContactFilter, Moment } from '../contact-filter.js';

const COUNTRY = { max: 2, pattern: /^[a-z]{2}$/i, form: 'deve ser um país em ISO 3166-1 alfa-2, como BR' };
const isCountry = (value: unknown) => typeof value === 'string' && parseCountryCode(value) !== null;

/** Filters of the list of contacts, also for its exports and in GraphQL. */
@ArgsType()
export class ContactFilters {
  @QueryText({
    max: 320,
    description: 'Com @, o e-mail exato; com 8 dígitos ou mais, o telefone; senão, parte do nome.',
  })
  q?: string;

  @QueryEnum(WIRE_STAGES)
  estagio?: string;

  @QueryEnum(WIRE_LIFECYCLES)
  ciclo?: string;

  @QueryText(COUNTRY)
  @rule('isCountry', isCountry, COUNTRY.form)
  pais?: string;

  @QueryText({ max: 100 })
  estado?: string;

  @QueryText({ max: 100 })
  cidade?: string;

  @QueryUuid()
  empresa_id?: string;

  @QueryText({ max: 120 })
  cargo?: string;

  @QueryText({ max: 60, description: 'Um dos marcadores.' })
  marcador?: string;

  @QueryUuid({ description: 'Só os contatos deste segmento.' })
  segmento?: string;

  @QueryText({ max: 40, description: 'O usuário responsável.' })
  dono_id?: string;

  @QueryText({ max: 40 })
  fonte?: string;

  @QueryText({ max: 255 })
  utm_source?: string;

  @QueryEnum(WIRE_DEVICES)
  dispositivo?: string;

  @QueryText({ max: 60 })
  so?: string;

  @QueryText({ max: 60 })
  navegador?: string;

  @QueryText(COUNTRY)
  ip_pais?: string;

  @QueryEnum(EMAIL_STATUSES)
  email_status?: EmailStatus;

  @QueryMoment({ description: 'Criados a partir de então; uma data só é o dia inteiro no fuso da conta.' })
  criado_de?: string;

  @QueryMoment({ description: 'Criados antes de então; uma data só é o dia inteiro, incluído.' })
  criado_ate?: string;
}

const contacts = listOf('contatos', ContactObject, { max: 200, filters: ContactFilters });

export class ListContactsQuery extends contacts.Query {}

export class ExportContactsQuery extends ContactFilters {
  @QueryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Quantos contatos no máximo.' })
  limite?: number;
}

export const DELIMITERS: Readonly<Record<string, CsvDelimiter>> = { ',': ',', ';': ';', tab: '\t' };

export const WIRE_DELIMITERS = Object.keys(DELIMITERS);

export class ExportCsvQuery extends ExportContactsQuery {
  @QueryEnum(WIRE_DELIMITERS, { description: 'Entre as colunas; vírgula quando ausente.' })
  separador?: string;
}

export const toDelimiter = ({ separador = ',' }: ExportCsvQuery): CsvDelimiter => DELIMITERS[separador]!;

export const toWireDelimiter = (delimiter: CsvDelimiter): string =>
  WIRE_DELIMITERS.find((name) => DELIMITERS[name] === delimiter)!;

export class ContactPage extends contacts.Page {}

export function toContactFilter(query: ContactFilters): ContactFilter {
  return {
    text: query.q?.trim() || undefined,
    stage: query.estagio === undefined ? undefined : fromWireStage(query.estagio),
    lifecycle: query.ciclo === undefined ? undefined : fromWireLifecycle(query.ciclo),
    country: query.pais?.toUpperCase(),
    state: query.estado || undefined,
    city: query.cidade || undefined,
    companyId: query.empresa_id?.toLowerCase(),
    jobTitle: query.cargo || undefined,
    tag: query.marcador || undefined,
    segmentId: query.segmento?.toLowerCase(),
    ownerId: query.dono_id || undefined,
    source: query.fonte || undefined,
    utmSource: query.utm_source || undefined,
    device: query.dispositivo === undefined ? undefined : fromWireDevice(query.dispositivo),
    os: query.so || undefined,
    browser: query.navegador || undefined,
    ipCountry: query.ip_pais?.toUpperCase(),
    emailStatus: query.email_status,
    createdFrom: toMoment(query.criado_de),
    createdUntil: toMoment(query.criado_ate),
  };
}

function toMoment(text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  return isDate(text) ? { day: text } : { at: new Date(text) };
}
