import { beforeAll, describe, expect, it } from 'vitest';
import { LeadCapture, toLead, type AcceptedLead, type CaptureResult, type Form } from '#libs/sites/forms';
import { newId, type TenantId } from '#libs/core/persistence';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);
let capture: LeadCapture;

beforeAll(async () => {
  const runtime = await stack.startRuntime();
  capture = runtime.app.get(LeadCapture, { strict: false });
});
interface Account {
  form: Form;
  /** The external ids of its leads. */
  leads: () => Promise<string[]>;
}

async function createAccount(): Promise<Account> {
  const tenant = await stack.createTenant();
  const session = await tenant.session('member');
  const campos = [{ nome: 'email', rotulo: 'E-mail', tipo: 'email' }];
  const { body } = await session.post('/v1/formularios', { nome: 'Contato', campos });
  const leads = async () =>
    (
      await stack.sql<{ external_id: string }>(
        'select external_id from lead where tenant_id = $1 and form_id = $2 order by 1',
        [tenant.id, body.id],
      )
    ).map(({ external_id }) => external_id);
  const form = { tenantId: tenant.id, id: body.id, name: 'Contato', fields: [] as Form['fields'] } as Form;
  return { form: { ...form, consentText: null, legalBasis: 'legitimo_interesse' }, leads };
}

function leadOf({ form }: Account, externalId: string): AcceptedLead {
  const now = new Date();
  const file = {
    id: newId('led'),
    field: 'cv',
    fileName: 'cv.pdf',
    contentType: 'application/pdf',
    bytes: 3,
    hash: 'h',
  };
  const values = { email: 'ana@example.test', cv: 'cv.pdf' };
  const context = { source: 'pagina' as const, pageId: null, address: null, userAgent: null, now };
  const judged = { values, consent: false, occurredAt: now };
  const lead = toLead(form, { values, externalId, files: [file] }, judged, { isSpam: false, reasons: [] }, context);
  return { lead, form: { name: form.name, fields: form.fields } };
}

const WRITES = /insert into lead(_file)?\b/;

describe('leads that arrive together', () => {
  it('are written by a few statements, each of half of them, whatever their tenants, with files and jobs', async () => {
    const accounts = [await createAccount(), await createAccount()];
    const ids = Array.from({ length: 40 }, (_, n) => `v${String(n).padStart(2, '0')}`);
    const given = ids.flatMap((id) => accounts.map((account) => leadOf(account, id)));
    const writes = await statementsOf(() => Promise.all(given.map((one) => capture.keep(one))), WRITES);
    expect(writes).toHaveLength(4);
    for (const { leads } of accounts) expect(await leads()).toEqual(ids);
    const tenants: TenantId[] = accounts.map(({ form }) => form.tenantId as TenantId);
    const files = await stack.sql('select 1 from lead_file where tenant_id = any($1::text[])', [tenants]);
    expect(files).toHaveLength(given.length);
  });

  it('of one external id leave one lead, and only its file and jobs', async () => {
    const account = await createAccount();
    const given = Array.from({ length: 100 }, () => leadOf(account, 'same'));
    let results: CaptureResult[] = [];
    const writes = await statementsOf(async () => {
      results = await Promise.all(given.map((one) => capture.keep(one)));
    }, WRITES);
    expect(writes).toHaveLength(4);
    expect(new Set(results.map(({ leadId }) => leadId))).toEqual(new Set([given[0]!.lead.id]));
    expect(results.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(1);
    expect(await account.leads()).toEqual(['same']);
    const files = await stack.sql('select 1 from lead_file where tenant_id = $1', [account.form.tenantId]);
    expect(files).toHaveLength(1);
  });

  it('leave the first of one external id, also within one statement', async () => {
    const account = await createAccount();
    const given = ['other', 'same', 'same', 'same'].map((id) => leadOf(account, id));
    const results = await Promise.all(given.map((one) => capture.keep(one)));
    expect(results.map(({ isDuplicate }) => isDuplicate)).toEqual([false, false, true, true]);
    expect(new Set(results.slice(1).map(({ leadId }) => leadId))).toEqual(new Set([given[1]!.lead.id]));
  });
});
