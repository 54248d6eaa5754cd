import { ArgsType } from '@nestjs/graphql';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { isCountryCode, parseCnpj } from '#libs/sites/forms';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, OneOf, QueryEnum, QueryText, Text } from '#libs/core/http';
import { SIZE_NAMES } from '../field-catalogue/value-names.js';
import { listOf } from '../list-of.js';
import { blankName, invalidCnpj, invalidCountry } from './company-problems.js';
import { type Company, COMPANY_SIZES, type CompanySize } from './company.entity.js';
import type { CompanyFilters, CompanyValues } from './company.repository.js';

export const WIRE_SIZES = Object.values(SIZE_NAMES);
const fromWireSize = (name: string): CompanySize => COMPANY_SIZES.find((size) => SIZE_NAMES[size] === name)!;

const optional = { type: String, nullable: true } as const;

@GraphqlInput('CreateCompanyInput')
export class CreateCompanyRequest {
  @Text({ min: 1, max: 200, example: 'Padaria Central Ltda', description: 'Único na conta, sem caixa e acentos.' })
  nome: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 40, example: '11.222.333/0001-81', description: 'Numérico ou alfanumérico, com ou sem separadores.' })
  cnpj?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 100, example: 'Alimentação' })
  setor?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @OneOf(WIRE_SIZES)
  porte?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 2, example: 'BR', description: 'ISO 3166-1 alfa-2.' })
  pais?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 100, example: 'SP' })
  estado?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 100, example: 'São Paulo' })
  cidade?: string | null;
}

@GraphqlInput('UpdateCompanyInput', 'What is absent stays as it is.')
export class UpdateCompanyRequest extends PartialType(CreateCompanyRequest, { skipNullProperties: false }) {}

/** @throws Problem ValidationError */
export function toCompanyValues(body: CreateCompanyRequest): CompanyValues {
  const absent = { cnpj: null, sector: null, size: null, country: null, state: null, city: null };
  return { ...absent, name: body.nome, ...toCompanyChanges(body) };
}

/** Reads the fields to change; absent ones stay as they are. @throws Problem ValidationError */
export function toCompanyChanges({ nome, cnpj, setor, porte, pais, estado, cidade }: UpdateCompanyRequest) {
  const changes: Record<keyof CompanyValues, unknown> = {
    name: nome === undefined ? undefined : toName(nome),
    cnpj: filled(cnpj) ? toCnpj(cnpj) : emptied(cnpj),
    sector: filled(setor) ? setor.trim() : emptied(setor),
    size: filled(porte) ? fromWireSize(porte) : emptied(porte),
    country: filled(pais) ? toCountry(pais) : emptied(pais),
    state: filled(estado) ? estado.trim() : emptied(estado),
    city: filled(cidade) ? cidade.trim() : emptied(cidade),
  };
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<CompanyValues>;
}

const filled = (value: string | null | undefined): value is string => Boolean(value?.trim());
const emptied = (value: string | null | undefined) => (value === undefined ? undefined : null);

function toName(text: string): string {
  const name = text.trim();
  if (!name) throw blankName();
  return name;
}

function toCnpj(text: string): string {
  const cnpj = parseCnpj(text);
  if (!cnpj) throw invalidCnpj();
  return cnpj;
}

function toCountry(text: string): string {
  const code = text.trim().toUpperCase();
  if (!isCountryCode(code)) throw invalidCountry();
  return code;
}

@GraphqlObject('Company', 'A company that contacts work for.')
export class CompanyObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  nome: string;

  @ApiProperty({ ...optional, description: 'Catorze algarismos ou letras, sem separadores.' })
  cnpj: string | null;

  @ApiProperty(optional)
  setor: string | null;

  @ApiProperty({ ...optional, enum: WIRE_SIZES })
  porte: string | null;

  @ApiProperty(optional)
  pais: string | null;

  @ApiProperty(optional)
  estado: string | null;

  @ApiProperty(optional)
  cidade: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of(company: Company): CompanyObject {
    return {
      id: company.id,
      nome: company.name,
      cnpj: company.cnpj,
      setor: company.sector,
      porte: company.size && SIZE_NAMES[company.size],
      pais: company.country,
      estado: company.state,
      cidade: company.city,
      criado_em: company.createdAt.toISOString(),
      atualizado_em: company.updatedAt.toISOString(),
    };
  }
}

@ArgsType()
export class CompanyQuery {
  @QueryText({ max: 200, description: 'Parte do nome, sem caixa e acentos, ou um CNPJ inteiro.' })
  q?: string;

  @QueryText({ max: 100, description: 'Sem caixa e acentos.' })
  setor?: string;

  @QueryEnum(WIRE_SIZES)
  porte?: string;

  @QueryText({ max: 2, description: 'ISO 3166-1 alfa-2.' })
  pais?: string;
}

const companies = listOf('empresas', CompanyObject, { max: 200, filters: CompanyQuery });

export class ListCompaniesQuery extends companies.Query {}

export class CompanyPage extends companies.Page {}

/** @throws Problem ValidationError */
export function toCompanyFilters({ q, setor, porte, pais }: CompanyQuery): CompanyFilters {
  const cnpj = q ? parseCnpj(q) : null;
  return {
    ...(cnpj ? { cnpj } : q && { name: q }),
    ...(setor && { sector: setor }),
    ...(porte && { size: fromWireSize(porte) }),
    ...(pais && { country: toCountry(pais) }),
  };
}
