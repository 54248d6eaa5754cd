import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AcceptedLead } from '#libs/sites/forms';
import { newId, type TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { pagesStack, type PagesStack } from '../../../../../test/support/pages-stack.js';
import { LeadJournal } from './lead-journal.js';

let dir: string;
let stack: PagesStack;
let journal: LeadJournal;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'journal-'));
  stack = await pagesStack();
  const runtime = await stack.startRuntime({ JOURNAL_DIR: dir });
  journal = runtime.app.get(LeadJournal, { strict: false });
});
afterAll(async () => {
  await stack?.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Account {
  tenantId: TenantId;
  formId: string;
  leads: () => Promise<string[]>;
}

async function createAccount(): Promise<Account> {
  const session = await (await stack.createTenant()).session('member');
  const campos = [{ nome: 'email', rotulo: 'E-mail', tipo: 'email' }];
  const { body } = await session.post('/v1/formularios', { nome: 'Contato', campos });
  const [row] = await stack.sql<{ tenant_id: TenantId }>('select tenant_id from form where id = $1', [body.id]);
  const leads = async () =>
    ((await session.get('/v1/leads?status=todos')).body.leads as { id: string }[]).map(({ id }) => id).toSorted();
  return { tenantId: row!.tenant_id, formId: body.id as string, leads };
}

function leadOf({ tenantId, formId }: Account, email = 'ana@example.test'): AcceptedLead {
  const now = new Date();
  const lead = {
    tenantId,
    id: newId('led'),
    formId,
    externalId: null,
    source: 'pagina' as const,
    pageId: null,
    values: { email },
    name: null,
    email,
    phone: null,
    isSpam: false,
    spamReasons: [],
    consent: false,
    consentText: null,
    legalBasis: 'legitimo_interesse' as const,
    confirmationAskedAt: null,
    origin: {},
    address: null,
    userAgent: null,
    occurredAt: now,
    createdAt: now,
    files: [],
  };
  return { lead, form: { name: 'Contato', fields: [] } };
}

const drained = () => waitUntil(() => journal.size === 0);
const rejectedFiles = () => readdirSync(dir).filter((name) => name.endsWith('.rejected'));

describe('the journal of leads', () => {
  it('hands over what it is given once, although it has it twice', async () => {
    const account = await createAccount();
    const accepted = leadOf(account);
    // As after a commit whose answer was lost.
    await Promise.all([journal.append(accepted), journal.append(accepted)]);
    await drained();
    expect(await account.leads()).toEqual([accepted.lead.id]);
  });

  it('keeps a lead aside that the database rejects, and hands over those before and behind it', async () => {
    const account = await createAccount();
    const [before, rejected, behind] = [leadOf(account), leadOf(account, 'a\u0000@example.test'), leadOf(account)];
    await Promise.all([before, rejected, behind].map((lead) => journal.append(lead)));
    await drained();
    expect(await account.leads()).toEqual([before.lead.id, behind.lead.id].toSorted());
    const aside = rejectedFiles().flatMap((name) => readFileSync(join(dir, name), 'utf8').trim().split('\n'));
    expect(aside).toHaveLength(1);
    for (const name of rejectedFiles()) rmSync(join(dir, name));
  });

  it('of a process that died while it wrote is handed over up to the half line', async () => {
    const account = await createAccount();
    const accepted = leadOf(account);
    const line = journal.seal(accepted);
    const path = join(dir, '000000000000001-000001-gone.journal');
    writeFileSync(path, line + line.slice(0, 40));
    await waitUntil(async () => (await account.leads()).length > 0);
    expect(await account.leads()).toEqual([accepted.lead.id]);
    await waitUntil(() => rejectedFiles().length === 1);
  });
});
