import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { many, type TenantId } from '#libs/core/persistence';
import { AccountSettingsRepository } from '../account-settings/account-settings.repository.js';
import { CustomFields } from '../custom-fields/custom-fields.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { conditionOf } from './conditions.sql.js';
import { CriteriaStatement, type Scope } from './criteria-statement.sql.js';
import type { Criteria, Criterion } from './criterion.js';
import type { CriteriaContext } from './criterion-fields.js';
import { criterionProblem, InvalidCriterion } from './criterion-problems.js';
import { dayIn } from './day-in.js';
import { type GivenCriteria, parseCriteria } from './parse-criteria.js';
import { comparisonOf, readCriterion } from './read-criterion.js';

export type { Conjunction, Criteria, Criterion } from './criterion.js';

/** Criteria as a statement takes them. */
export interface CompiledCriteria {
  sql: CriteriaStatement;
  condition: string;
}

/** Reads criteria on contacts, and makes SQL of them: the only thing that judges whether a contact meets some. */
@Injectable()
export class ContactCriteria {
  constructor(
    private readonly accounts: AccountSettingsRepository,
    private readonly customFields: CustomFields,
    private readonly keys: TenantKeys,
  ) {}

  /**
   * The criteria in the form that is stored. They have no e-mail address and no telephone number in plain text.
   * @param path where they stand in the request, such as `passos[3].`
   * @throws Problem Unprocessable naming the place, such as `criterios[2].campo`
   */
  async parse(tx: EntityManager, tenantId: TenantId, given: GivenCriteria, path = ''): Promise<Criteria> {
    return parseCriteria(await this.contextOf(tx, tenantId), given, path);
  }

  /**
   * Returns which of these contacts meet the criteria now, in one statement. Deleted contacts meet none, and none meets criteria that
   * {@link problemOf} finds invalid.
   */
  async matching(
    tx: EntityManager,
    tenantId: TenantId,
    criteria: Criteria,
    contactIds: readonly string[],
    now = new Date(),
  ): Promise<Set<string>> {
    if (contactIds.length === 0) return new Set();
    const context = await this.contextOf(tx, tenantId, now);
    const compiled = this.compile(context, tenantId, criteria, { kind: 'some', ids: contactIds });
    if (!compiled) return new Set();
    const { sql, condition } = compiled;
    const rows = await many<{ id: string }>(tx, sql.text('c.id', condition), sql.values);
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns why stored criteria can be met no more, such as for a field that the account has deleted; null if they can. */
  async problemOf(tx: EntityManager, tenantId: TenantId, criteria: Criteria): Promise<string | null> {
    return problemIn(await this.contextOf(tx, tenantId), criteria);
  }

  /** Reads all that criteria of the tenant are compiled with, for callers that compile several. */
  async contextOf(tx: EntityManager, tenantId: TenantId, now = new Date()): Promise<CriteriaContext> {
    const { country, timeZone } = await this.accounts.get(tx, tenantId);
    return {
      country,
      timeZone,
      today: dayIn(timeZone, now),
      customFields: await this.customFields.list(tx, tenantId),
      cipher: await this.keys.cipherWithin(tx, tenantId),
    };
  }

  /** Null if the criteria are invalid. */
  compile(context: CriteriaContext, tenantId: TenantId, criteria: Criteria, scope: Scope): CompiledCriteria | null {
    return problemIn(context, criteria) === null ? compileCriteria(context, tenantId, criteria, scope) : null;
  }

  /** The condition in a statement that may have others, too; null if the criteria are invalid. */
  conditionIn(sql: CriteriaStatement, context: CriteriaContext, criteria: Criteria): string | null {
    return problemIn(context, criteria) === null ? addCondition(sql, context, criteria) : null;
  }
}

/** @throws InvalidCriterion */
export function compileCriteria(
  context: CriteriaContext,
  tenantId: TenantId,
  criteria: Criteria,
  scope: Scope,
): CompiledCriteria {
  const sql = new CriteriaStatement(tenantId, scope);
  return { sql, condition: addCondition(sql, context, criteria) };
}

function addCondition(sql: CriteriaStatement, context: CriteriaContext, { conjunction, criteria }: Criteria): string {
  const isRequired = conjunction === 'and' || criteria.length === 1;
  const conditions = criteria.map((criterion) => {
    const read = readCriterion(context, criterion);
    return conditionOf(sql, read.field.render, comparisonOf(read), isRequired);
  });
  return `(${conditions.join(` ${conjunction} `)})`;
}

/** Why criteria can be met no more; null if they can. */
export function problemIn(context: CriteriaContext, { criteria }: Criteria): string | null {
  for (const [index, criterion] of criteria.entries()) {
    const problem = problemOfOne(context, criterion);
    if (problem) return criterionProblem(`criterios[${index}]`, problem).message;
  }
  return null;
}

function problemOfOne(context: CriteriaContext, criterion: Criterion): InvalidCriterion | null {
  try {
    readCriterion(context, criterion);
    return null;
  } catch (error) {
    if (error instanceof InvalidCriterion) return error;
    throw error;
  }
}
