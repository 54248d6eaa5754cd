import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { Problem } from '#libs/http';
import { Database, type TenantId } from '#libs/persistence';
import { Company } from '../companies/company.entity.js';
import { Owners } from '../contacts/owners.js';
import type { BoundColumn } from './import-columns.js';
import type { ImportRow, RowNote } from './import-row.js';

/** Checks what rows refer to: users and companies of the tenant. */
@Injectable()
export class ImportReferences {
  constructor(
    private readonly database: Database,
    private readonly owners: Owners,
  ) {}

  /**
   * The errors of rows that name a user or a company that the tenant does not have, by the numbers of the rows.
   * @throws Problem ServiceUnavailable if identity does not answer
   */
  async check(
    tenantId: TenantId,
    rows: readonly ImportRow[],
    columns: readonly BoundColumn[],
  ): Promise<Map<number, RowNote[]>> {
    const owners = await this.unknownOwners(tenantId, distinct(rows, 'ownerId'));
    const companies = await this.unknownCompanies(tenantId, distinct(rows, 'companyId'));
    const columnOf = (field: string) => columns.find((column) => column.field === field)?.column ?? null;
    const errors = new Map<number, RowNote[]>();
    for (const { number: rowNumber, values } of rows) {
      const wrong: RowNote[] = [];
      if (values.ownerId && owners.has(values.ownerId))
        wrong.push({ rowNumber, columnName: columnOf('dono_id'), message: 'dono_id deve ser um membro da conta.' });
      if (values.companyId && companies.has(values.companyId.toLowerCase()))
        wrong.push({ rowNumber, columnName: columnOf('empresa_id'), message: 'A conta não tem esta empresa.' });
      if (wrong.length > 0) errors.set(rowNumber, wrong);
    }
    return errors;
  }

  private async unknownOwners(tenantId: TenantId, ids: readonly string[]): Promise<Set<string>> {
    const unknown = new Set<string>();
    for (const id of ids) {
      try {
        await this.owners.requireMember(tenantId, id);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'Unprocessable') throw error;
        unknown.add(id);
      }
    }
    return unknown;
  }

  private async unknownCompanies(tenantId: TenantId, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const known = await this.database.tenant(tenantId, (tx) =>
      tx.find(Company, { select: { id: true }, where: { tenantId, id: In([...ids]), deletedAt: IsNull() } }),
    );
    const unknown = new Set(ids.map((id) => id.toLowerCase()));
    for (const { id } of known) unknown.delete(id);
    return unknown;
  }
}

function distinct(rows: readonly ImportRow[], name: 'ownerId' | 'companyId'): string[] {
  return [...new Set(rows.flatMap(({ values }) => values[name] ?? []))];
}
