import { Injectable } from '@nestjs/common';
import { confirmationState, type Lead } from '#libs/sites/forms';
import type { CsvColumn, CsvDownload } from '#libs/core/http';
import { type KeysetPosition, type TenantId } from '#libs/core/persistence';
import { FormsService } from '../forms/forms.service.js';
import type { LeadFilter } from './lead.repository.js';
import { LeadsService } from './leads.service.js';

/** Rows of an export at most; who wants more asks month by month. */
export const EXPORT_MAX = 50_000;
const ROWS_A_READ = 500;

const COLUMNS: CsvColumn<Lead>[] = [
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

export interface LeadDownload extends CsvDownload<Lead> {
  /** Whether there are more leads. */
  isCut: boolean;
}

/** Leads as CSV, page by page: no export is whole in memory, and no transaction is open while a client reads. */
@Injectable()
export class LeadExport {
  constructor(
    private readonly leads: LeadsService,
    private readonly forms: FormsService,
  ) {}

  /** The fields of a form are columns of their own; without a form the values stand in one column, as JSON. */
  async download(tenantId: TenantId, filter: LeadFilter): Promise<LeadDownload> {
    const form = filter.formId === undefined ? null : await this.forms.find(tenantId, filter.formId);
    const columns: typeof COLUMNS = form
      ? form.fields.map(({ name }) => [`campos.${name}`, ({ values }) => values[name] ?? null])
      : [['campos', ({ values }) => JSON.stringify(values)]];
    return {
      fileName: 'leads.csv',
      columns: [...COLUMNS, ...columns],
      batches: this.pages(tenantId, filter),
      isCut: await this.leads.hasMoreThan(tenantId, filter, EXPORT_MAX),
    };
  }

  private async *pages(tenantId: TenantId, filter: LeadFilter): AsyncGenerator<readonly Lead[]> {
    let after: KeysetPosition | undefined;
    for (let rows = 0; rows < EXPORT_MAX; rows += ROWS_A_READ) {
      const { items, next } = await this.leads.listPage(tenantId, filter, { limit: ROWS_A_READ, after });
      yield items;
      if (!next) return;
      after = next;
    }
  }
}
