import { Injectable } from '@nestjs/common';
import { refusal } from '#libs/core/http';
import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';

export interface Criterion {
  field: string;
  operator: string;
  value?: unknown;
}

/** The stored form, fields by API names. */
export interface Criteria {
  conjunction: 'and' | 'or';
  criteria: readonly Criterion[];
}

const STAGES = { novo: 'new', contatado: 'contacted', qualificado: 'qualified', cliente: 'customer', descartado: 'discarded' };

/** Local copy until the compiler of criteria is there: stage and tags alone. */
@Injectable()
export class ContactCriteria {
  async parse(
    _tx: SqlExecutor,
    _tenantId: TenantId,
    given: { criterios: unknown[]; conjuncao?: 'e' | 'ou' },
    path = '',
  ): Promise<Criteria> {
    const criteria = given.criterios.map((one, index): Criterion => {
      const { campo, operador, valor } = one as { campo?: string; operador?: string; valor?: unknown };
      if (campo !== 'estagio' && campo !== 'marcadores')
        throw refusal('Unprocessable', { erro: 'Campo desconhecido.', campo: `${path}criterios[${index}].campo` });
      return { field: campo, operator: operador ?? '', value: valor };
    });
    return Promise.resolve({ conjunction: given.conjuncao === 'ou' ? 'or' : 'and', criteria });
  }

  async matching(
    tx: SqlExecutor,
    tenantId: TenantId,
    { conjunction, criteria }: Criteria,
    contactIds: readonly string[],
    _now?: Date,
  ): Promise<Set<string>> {
    const parameters: unknown[] = [tenantId, [...contactIds]];
    const conditions = criteria.map(({ field, operator, value }) => {
      const given = field === 'estagio' ? (STAGES as Record<string, string>)[String(value)] : value;
      parameters.push(given);
      const holds = field === 'estagio' ? `stage = $${parameters.length}` : `$${parameters.length} = any(tags)`;
      return operator === 'diferente' || operator === 'nao_contem' ? `not (${holds})` : holds;
    });
    const rows = await many<{ id: string }>(
      tx,
      `select id from contact where tenant_id = $1 and id = any($2) and (${conditions.join(` ${conjunction} `)})`,
      parameters,
    );
    return new Set(rows.map(({ id }) => id));
  }
}
