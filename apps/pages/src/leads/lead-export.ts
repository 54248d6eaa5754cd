import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { confirmationState, type Lead, type LeadValue } from '#libs/forms';
import { CSV_MARK, csvLine } from '#libs/http';
import { type KeysetPosition, type TenantId } from '#libs/persistence';
import { FormsService } from '../forms/forms.service.js';
import type { LeadFilter } from './lead.repository.js';
import { LeadsService } from './leads.service.js';

/** Rows of an export at most; who wants more asks month by month. */
export const EXPORT_MAX = 50_000;
const ROWS_A_READ = 500;

const COLUMNS: [string, (lead: Lead) => LeadValue | null][] = [
  ['id', ({ id }) => id],
  ['form_id', ({ formId }) => formId],
  ['id_externo', ({ externalId }) => externalId],
  ['fonte', ({ source }) => source],
  ['pagina_id', ({ pageId }) => pageId],
  ['recebido_em', ({ createdAt }) => createdAt.toISOString()],
  ['ocorrido_em', ({ occurredAt }) => occurredAt.toISOString()],
  ['spam', ({ isSpam }) => isSpam],
  ['nome', ({ name }) => name],
  ['email', ({ email }) => email],
  ['telefone', ({ phone }) => phone],
  ['email_status', ({ emailStatus }) => emailStatus],
  ['consentimento', ({ consent }) => consent],
  ['confirmacao', (lead) => confirmationState(lead)],
  ['confirmado_em', ({ confirmedAt }) => confirmedAt?.toISOString() ?? null],
  ['base_legal', ({ legalBasis }) => legalBasis],
  ['url', ({ origin }) => origin.url ?? null],
  ['referrer', ({ origin }) => origin.referrer ?? null],
  ['utm_source', ({ origin }) => origin.utm_source ?? null],
  ['utm_medium', ({ origin }) => origin.utm_medium ?? null],
  ['utm_campaign', ({ origin }) => origin.utm_campaign ?? null],
  ['utm_term', ({ origin }) => origin.utm_term ?? null],
  ['utm_content', ({ origin }) => origin.utm_content ?? null],
];

/** Leads as CSV (RFC 4180), page by page: no export is whole in memory, and no transaction is open while a client reads. */
@Injectable()
export class LeadExport {
  constructor(
    private readonly leads: LeadsService,
    private readonly forms: FormsService,
  ) {}

  /** The fields of a form are columns of their own; without a form the values stand in one column, as JSON. */
  async stream(tenantId: TenantId, filter: LeadFilter): Promise<Readable> {
    const form = filter.formId === undefined ? null : await this.forms.find(tenantId, filter.formId);
    const columns: typeof COLUMNS = form
      ? form.fields.map(({ name }) => [`campos.${name}`, ({ values }) => values[name] ?? null])
      : [['campos', ({ values }) => JSON.stringify(values)]];
    return Readable.from(this.lines(tenantId, filter, [...COLUMNS, ...columns]), { objectMode: false });
  }

  private async *lines(tenantId: TenantId, filter: LeadFilter, columns: typeof COLUMNS): AsyncGenerator<string> {
    yield CSV_MARK + csvLine(columns.map(([name]) => name));
    let after: KeysetPosition | undefined;
    for (let rows = 0; rows < EXPORT_MAX; rows += ROWS_A_READ) {
      const { items, next } = await this.leads.listPage(tenantId, filter, { limit: ROWS_A_READ, after });
      if (items.length > 0) yield items.map((lead) => csvLine(columns.map(([, of]) => of(lead)))).join('');
      if (!next) return;
      after = next;
    }
  }
}
