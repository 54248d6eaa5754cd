// Rows per second of an import of contacts from CSV, from its start to its end; for comparison COPY of the same rows, sealed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContactCopyRun, ContactRow } from './limits/contact-copy-process.js';
import { bench } from './support/bench.js';
import { costOf } from './support/costs.js';
import { SessionIssuer } from './support/bench-session.js';
import { Crm } from './support/crm.js';
import { HelperProcess } from './support/helper-process.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { until } from './support/until.js';

const options = readOptions({ rounds: 5, rows: 100_000 });
const WITHIN_MS = 600_000;
const FIRST_NUMBER = 10_000_000;

const PROGRESS = `
  select state, created, extract(epoch from finished_at - started_at)::float8 as seconds from contact_import where id = $1`;

interface Progress {
  state: string;
  created: number;
  seconds: number;
}

await bench(async (cleanup) => {
  const blobDir = await mkdtemp(join(tmpdir(), 'bench-imports-'));
  cleanup.add({ stop: () => rm(blobDir, { recursive: true, force: true }) });
  const services = cleanup.add(await startServices());
  const crm = cleanup.add(await Crm.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const app = cleanup.add(await crm.start({ ...issuer.environment, ROLE: 'all', BLOB_DIR: blobDir }));
  const copier = cleanup.add(await HelperProcess.start('./limits/contact-copy-process.js', import.meta.url));
  const api = `http://127.0.0.1:${app.port}/v1/importacoes`;

  const throughApi = async (rows: readonly ContactRow[]): Promise<number> => {
    await crm.checkpoint();
    const headers = { Authorization: `Bearer ${await issuer.session(await crm.addTenant())}` };
    const lines = rows.map(({ email, phone, name }) => `${email},${phone},${name}`);
    const form = new FormData();
    form.append('config', JSON.stringify({ mapeamento: { email: 'email', telefone: 'telefone', nome: 'nome' } }));
    form.append('arquivo', new Blob([`email,telefone,nome\n${lines.join('\n')}\n`]), 'contacts.csv');
    const answer = await fetch(api, { method: 'POST', headers, body: form });
    if (answer.status !== 202) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
    const { importacao } = (await answer.json()) as { importacao: { id: string } };
    let progress: Progress | undefined;
    const hasEnded = async () => {
      progress = (await crm.admin.query<Progress>(PROGRESS, [importacao.id])).rows[0];
      return progress?.state === 'completed' || progress?.state === 'failed';
    };
    await until('the end of the import', hasEnded, WITHIN_MS);
    if (progress?.created !== rows.length) throw new Error(`${progress?.created} rows are contacts`);
    return rows.length / progress.seconds;
  };
  const throughCopy = async (rows: ContactRow[]): Promise<number> => {
    await crm.checkpoint();
    const { id: tenantId } = await crm.addTenant();
    return copier.ask<number>('run', { databaseUrl: crm.databaseUrl, tenantId, rows } as ContactCopyRun);
  };

  const title = `POST /v1/importacoes, ${options.rows} rows of CSV, each a new contact, per second`;
  const report = new Report(title, ['import', 'COPY', 'ratio']);
  const warmUp = rowsOf(Math.min(options.rows, 5_000));
  await throughApi(warmUp);
  await throughCopy(warmUp);
  for (let round = 1; round <= options.rounds; round += 1) {
    const rows = rowsOf(options.rows);
    const ours = await costOf(
      'rows',
      () => throughApi(rows),
      () => rows.length,
    );
    const limit = await throughCopy(rows);
    report.add([ours, limit, ours / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'import / COPY of the same rows, sealed', value: ratio, bound: 'least', floor: 0.3 }]);
});

function rowsOf(count: number): ContactRow[] {
  return Array.from({ length: count }, (_, n) => ({
    email: `contact-${n}@example.com`,
    phone: `+55119${FIRST_NUMBER + 60_000_000 + n}`,
    name: `Contato ${n}`,
  }));
}
