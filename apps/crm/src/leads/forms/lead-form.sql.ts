import { exec, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Leads of all tenants whose form was not looked up yet. Parameters: rows. */
export const LIST_FORMLESS = `
  select tenant_id as "tenantId", lead_id as id from lead_receipt
   where contact_id is not null and form_id is null order by tenant_id collate "C", lead_id limit $1`;

interface LeadForm {
  leadId: string;
  /** Empty if it is not known any more. */
  formId: string;
  pageId: string | null;
}

const FORMS = new RowParameters<LeadForm>({
  lead_id: { type: 'text', of: ({ leadId }) => leadId },
  form_id: { type: 'text', of: ({ formId }) => formId },
  page_id: { type: 'text', of: ({ pageId }) => pageId },
});

/** Writes them in one statement; returns how many. */
export async function insertForms(tx: SqlExecutor, tenantId: TenantId, forms: readonly LeadForm[]): Promise<number> {
  return exec(
    tx,
    `update lead_receipt set form_id = given.form_id, page_id = given.page_id from ${FORMS.sql(2)} as given
      where lead_receipt.tenant_id = $1 and lead_receipt.lead_id = given.lead_id and lead_receipt.form_id is null`,
    [tenantId, ...FORMS.values(forms)],
  );
}
