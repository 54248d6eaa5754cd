import { exec, lockRowsSql, RowParameters, rowsByKeys, type SqlExecutor, type TenantId } from '#libs/core/persistence';

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

const KEYS = { lead_id: '$2::text[]' };
const LOCK = lockRowsSql('lead_receipt', KEYS, { condition: 'form_id is null' });

/** Writes them in one statement; returns how many. */
export async function insertForms(tx: SqlExecutor, tenantId: TenantId, forms: readonly LeadForm[]): Promise<number> {
  const ids = forms.map(({ leadId }) => leadId);
  await exec(tx, LOCK, [tenantId, ids]);
  return exec(
    tx,
    `update lead_receipt set form_id = given.form_id, page_id = given.page_id from ${FORMS.sql(3)} as given
      where ${rowsByKeys('lead_receipt', KEYS)} and lead_receipt.lead_id = given.lead_id and lead_receipt.form_id is null`,
    [tenantId, ids, ...FORMS.values(forms)],
  );
}
