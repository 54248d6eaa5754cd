import { waitUntil } from '#libs/test/testing';
import type { CrmStack } from '../../../../test/support/crm-stack.js';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';

/** Inserts contacts, named `Pessoa 1` and so on, the newest first. */
export async function insertContacts(stack: CrmStack, tenantId: string, count: number): Promise<void> {
  await stack.sql(
    `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, created_at)
     select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', case when n % 2 = 0 then 'customer' else 'new' end,
            'Pessoa ' || n, 'pessoa ' || n, '{}', '{}', now() - interval '1 hour' - n / 3 * interval '1 second'
       from generate_series(1, $2::integer) n`,
    [tenantId, count],
  );
}

/** Begins an export; returns its id. */
export async function begin(client: HttpClient, body: object = {}): Promise<string> {
  const { status, body: answer, text } = await client.post('/v1/exportacoes', body);
  if (status !== 202) throw new Error(`The export was answered ${status}: ${text}`);
  return answer.exportacao.id;
}

/** Waits until an export is in a state; returns its answer. */
export async function inState(client: HttpClient, id: string, state = 'concluida'): Promise<Answer['body']> {
  return waitUntil(
    async () => {
      const { body } = await client.get(`/v1/exportacoes/${id}`);
      return body.estado === state && body;
    },
    { timeoutMs: 60_000, what: `an export that is ${state}` },
  );
}

/** The lines of a finished CSV, that of the names first. */
export async function linesOf(client: HttpClient, id: string): Promise<string[]> {
  const { status, text } = await client.get(`/v1/exportacoes/${id}/arquivo`);
  if (status !== 200) throw new Error(`The file was answered ${status}: ${text}`);
  return text.trimEnd().split('\r\n');
}
