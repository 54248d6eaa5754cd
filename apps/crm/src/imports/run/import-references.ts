import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull } from 'typeorm';
import { IdentityClient } from '#libs/core/auth';
import { parseCnpj } from '#libs/sites/forms';
import { isUuid, Problem } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { Company } from '../../companies/company.entity.js';
import { foldText } from '../../fold-text.js';
import { Owners } from '../../contacts/owners.js';
import type { ContactImport } from '../contact-import.entity.js';
import type { ImportRow, RowNote, RowReference } from '../rows/import-row.js';

/** A member of the tenant, as identity lists them. */
interface Member {
  id: string;
  email: string;
  name: string;
}

/** Members that are known by name and address; of a larger account owners are named by their ids. */
const MEMBERS_MAX = 2_000;
const MEMBERS_A_CALL = 200;

/** Finds what rows refer to: users and companies of the tenant. */
@Injectable()
export class ImportReferences {
  constructor(
    private readonly database: Database,
    private readonly owners: Owners,
    private readonly identity: IdentityClient,
  ) {}

  /** For one run over the rows of an import. */
  start({ tenantId, authorId }: Pick<ContactImport, 'tenantId' | 'authorId'>): RunReferences {
    return new RunReferences(this.database, this.owners, this.identity, tenantId, authorId);
  }
}

/** References of the rows of one run, which reads the members of the tenant once. */
export class RunReferences {
  #members: Promise<Member[]> | undefined;

  constructor(
    private readonly database: Database,
    private readonly owners: Owners,
    private readonly identity: IdentityClient,
    private readonly tenantId: TenantId,
    private readonly authorId: string,
  ) {}

  /**
   * Fills in the ids of users and companies that rows name: a user by id, e-mail address or name, a company by id, CNPJ or
   * name. Returns the errors of rows that name others.
   * @throws Problem ServiceUnavailable if identity does not answer
   */
  async resolve(rows: readonly ImportRow[]): Promise<Map<ImportRow, RowNote[]>> {
    const owners = await this.findOwners(textsOf(rows, 'owner'));
    const companies = await this.findCompanies(textsOf(rows, 'company'));
    const errors = new Map<ImportRow, RowNote[]>();
    for (const row of rows) {
      const wrong: RowNote[] = [];
      const idOf = (found: ReadonlyMap<string, string>, reference: RowReference | undefined, message: string) => {
        const id = reference && found.get(reference.text);
        if (reference && !id) wrong.push({ rowNumber: row.number, columnName: reference.column, message });
        return id;
      };
      const ownerId = idOf(owners, row.owner, 'O dono deve ser um membro da conta: seu id, e-mail ou nome.');
      const companyId = idOf(companies, row.company, 'A conta não tem esta empresa.');
      if (ownerId) row.values.ownerId = ownerId;
      if (companyId) row.values.companyId = companyId;
      if (wrong.length > 0) errors.set(row, wrong);
    }
    return errors;
  }

  private async findOwners(texts: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const text of texts) {
      const id = isId('usr', text) ? await this.memberOf(text) : await this.memberNamed(text);
      if (id) found.set(text, id);
    }
    return found;
  }

  private async memberOf(id: string): Promise<string | undefined> {
    try {
      await this.owners.requireMember(this.tenantId, id);
      return id;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'Unprocessable') throw error;
      return undefined;
    }
  }

  /** Finds a member by the e-mail address, or by the name if one member alone has it. */
  private async memberNamed(text: string): Promise<string | undefined> {
    this.#members ??= this.listMembers();
    const wanted = foldText(text);
    const members = await this.#members;
    const named = members.filter(({ name }) => foldText(name) === wanted);
    return (
      members.find(({ email }) => foldText(email) === wanted)?.id ?? (named.length === 1 ? named[0]!.id : undefined)
    );
  }

  private async listMembers(): Promise<Member[]> {
    const members: Member[] = [];
    let cursor = '';
    while (members.length < MEMBERS_MAX) {
      const query = `actorId=${this.authorId}&limit=${MEMBERS_A_CALL}${cursor}`;
      const { status, body } = await this.identity.call('GET', `/internal/tenants/${this.tenantId}/members?${query}`);
      // The author may have left the account meanwhile.
      if (status === 404) return members;
      if (status !== 200) throw new Problem('ServiceUnavailable', { cause: new Error(`Identity answered ${status}`) });
      const page = body as { members: Member[]; nextCursor: number; hasMore: boolean };
      members.push(...page.members);
      if (!page.hasMore) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    return members;
  }

  private async findCompanies(texts: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    if (texts.length === 0) return found;
    const keys = texts.map((text) => ({ text, id: uuidOf(text), cnpj: parseCnpj(text), nameKey: foldText(text) }));
    const ids = keys.flatMap(({ id }) => id ?? []);
    const numbers = keys.flatMap(({ cnpj }) => cnpj ?? []);
    const ofTenant = { tenantId: this.tenantId, deletedAt: IsNull() };
    const where: FindOptionsWhere<Company>[] = [
      { ...ofTenant, nameKey: In(keys.map(({ nameKey }) => nameKey)) },
      ...(ids.length > 0 ? [{ ...ofTenant, id: In(ids) }] : []),
      ...(numbers.length > 0 ? [{ ...ofTenant, cnpj: In(numbers) }] : []),
    ];
    const select = { id: true, cnpj: true, nameKey: true } as const;
    const companies = await this.database.tenant(this.tenantId, (tx) => tx.find(Company, { select, where }));
    for (const { text, id, cnpj, nameKey } of keys) {
      const company =
        companies.find((one) => one.id === id) ??
        companies.find((one) => cnpj !== null && one.cnpj === cnpj) ??
        companies.find((one) => one.nameKey === nameKey);
      if (company) found.set(text, company.id);
    }
    return found;
  }
}

const uuidOf = (text: string): string | undefined => (isUuid(text) ? text.toLowerCase() : undefined);

function textsOf(rows: readonly ImportRow[], name: 'owner' | 'company'): string[] {
  return [...new Set(rows.flatMap((row) => row[name]?.text ?? []))];
}
