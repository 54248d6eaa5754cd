import type { ConsentChannel } from '../consent/consent.js';
import type { IdentifierKind } from '../identifiers/identifiers.js';
import { type Clock, type Comparison, firstDayOf, firstMomentOf } from './conditions.sql.js';
import type { CriteriaStatement, Source } from './criteria-statement.sql.js';

/** Addresses of a kind; those with one of the blind indexes, unless null. */
export function ofIdentifiers(sql: CriteriaStatement, kind: IdentifierKind, indexes: readonly Buffer[] | null): Source {
  const conditions = [`x.kind = '${kind}'`, 'x.is_live'];
  if (indexes) conditions.push(`x.blind_index = any(${sql.add(indexes, 'bytea[]')})`);
  return { table: 'contact_identifier', key: 'contact_id', of: 'c.id', conditions };
}

/** E-mail addresses of one of the domains. */
export const ofDomains = (sql: CriteriaStatement, indexes: readonly Buffer[]): Source => ({
  table: 'contact_identifier',
  key: 'contact_id',
  of: 'c.id',
  conditions: ['x.is_live', `x.domain_index = any(${sql.add(indexes, 'bytea[]')})`],
});

/** Newest answer of a contact for a channel. */
export const ofConsents = (channel: ConsentChannel): Source => ({
  table: 'consent_change',
  key: 'contact_id',
  of: 'c.id',
  columns: 'x.granted',
  conditions: [`x.channel = '${channel}'`, 'not x.is_void'],
  newestBy: 'id',
});

export const ofCompany = (): Source => ({
  table: 'company',
  key: 'id',
  of: 'c.company_id',
  columns: 'x.cnpj, x.name, x.name_key, x.sector, x.sector_key, x.size, x.country',
  conditions: ['x.deleted_at is null'],
  newestBy: 'id',
});

/** Leads that are no spam: of some forms or pages, unless null; of the last days, where the operator says so. */
export function ofLeads(
  sql: CriteriaStatement,
  clock: Clock,
  column: 'form_id' | 'page_id',
  ids: readonly string[] | null,
  { operator, value }: Comparison,
): Source {
  const conditions = ['(x.retracted_at is null or x.captured_at > x.retracted_at)'];
  conditions.push(ids ? `x.${column} = any(${sql.add(ids, 'text[]')})` : `x.${column} <> ''`);
  if (operator === 'inLastDays')
    conditions.push(`x.captured_at >= ${firstMomentOf(sql, clock, { value: value as number })}`);
  return { table: 'lead_receipt', key: 'contact_id', of: 'c.id', conditions };
}

export function ofEvents(sql: CriteriaStatement, clock: Clock, name: string, { operator, value }: Comparison): Source {
  const conditions = [`x.name = ${sql.add(name, 'text')}`];
  if (operator === 'inLastDays')
    conditions.push(
      `x.day between ${firstDayOf(sql, clock, { value: value as number })} and ${sql.add(clock.today, 'date')}`,
    );
  return { table: 'contact_event_day', key: 'contact_id', of: 'c.id', columns: 'sum(x.n) as n', conditions };
}
