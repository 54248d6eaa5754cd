// Resident memory of a CRM worker while it imports files of a million rows; for comparison its memory in the first tenth.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sheetOf, xlsxOf } from '../apps/crm/src/imports/table/xlsx.fixture.js';
import { SessionIssuer } from './support/bench-session.js';
import { bench } from './support/bench.js';
import { Crm } from './support/crm.js';
import { residentMemory } from './support/memory.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const { rows } = readOptions({ rows: 1_000_000 });
const WARM_UP = 20_000;
const SAMPLE_MS = 500;
const PARTS = 10;
const FIRST_NUMBER = 70_000_000;

const PROGRESS = `
  select state, processed::int, failed::int,
    extract(epoch from coalesce(finished_at, now()) - coalesce(started_at, now()))::float8 as seconds
  from contact_import where id = $1`;

interface Progress {
  state: string;
  processed: number;
  failed: number;
  seconds: number;
}

interface GivenFile {
  name: string;
  content: Blob;
  config: object;
}

await bench(async (cleanup) => {
  const blobDir = await mkdtemp(join(tmpdir(), 'bench-imports-'));
  cleanup.add({ stop: () => rm(blobDir, { recursive: true, force: true }) });
  const services = cleanup.add(await startServices());
  const crm = cleanup.add(await Crm.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const environment = { ...issuer.environment, BLOB_DIR: blobDir };
  const api = cleanup.add(await crm.start({ ...environment, ROLE: 'api' }));
  const worker = cleanup.add(await crm.start({ ...environment, ROLE: 'worker' }));

  const upload = async ({ name, content, config }: GivenFile): Promise<string> => {
    const form = new FormData();
    form.append('config', JSON.stringify({ mapeamento: { email: 'email', telefone: 'telefone' }, ...config }));
    form.append('arquivo', content, name);
    const headers = { Authorization: `Bearer ${await issuer.session(await crm.addTenant())}` };
    const answer = await fetch(`http://127.0.0.1:${api.port}/v1/importacoes`, { method: 'POST', headers, body: form });
    if (answer.status !== 202) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { importacao: { id: string } }).importacao.id;
  };
  /** The largest memory of the worker in each part of an import, in MiB, and how long the import took. */
  const measure = async (given: GivenFile, count: number): Promise<{ peaks: number[]; seconds: number }> => {
    const id = await upload(given);
    const peaks = Array.from({ length: PARTS }, () => 0);
    for (;;) {
      const progress = (await crm.admin.query<Progress>(PROGRESS, [id])).rows[0];
      if (!progress || progress.state === 'failed') throw new Error(`The import of ${given.name} failed`);
      const part = Math.min(PARTS - 1, Math.floor((progress.processed / count) * PARTS));
      const { memory = 0 } = await residentMemory({ memory: worker.pid });
      peaks[part] = Math.max(peaks[part] ?? 0, memory);
      if (progress.state !== 'completed') {
        await delay(SAMPLE_MS);
        continue;
      }
      if (progress.processed !== count || progress.failed > 0) throw new Error(JSON.stringify(progress));
      return { peaks, seconds: progress.seconds };
    }
  };

  await measure({ name: 'a.csv', content: csvOf(WARM_UP), config: {} }, WARM_UP);
  const title = `Resident memory of a worker, MiB, and rows per second; files of ${rows} rows`;
  const report = new Report(title, ['first tenth', 'all', 'ratio', 'rows/s'], { name: 'file', width: 18 });
  const files: [string, GivenFile][] = [
    ['XLSX, dry run', { name: 'b.xlsx', content: xlsxWith(rows), config: { simular: true } }],
    ['CSV', { name: 'c.csv', content: csvOf(rows), config: {} }],
  ];
  const ratios: number[] = [];
  for (const [name, given] of files) {
    const { peaks, seconds } = await measure(given, rows);
    const [first, all] = [peaks[0] ?? 0, Math.max(...peaks)];
    ratios.push(all / first);
    report.add([first, all, all / first, rows / seconds], name);
    console.log(
      `  by tenths: ${peaks.map(Math.round).join(' ')}; file: ${Math.round(given.content.size / 1_048_576)} MiB`,
    );
  }
  judge([{ name: 'memory: all of the file / its first tenth', value: Math.max(...ratios), bound: 'most', floor: 1.3 }]);
});

function valuesOf(n: number): [email: string, phone: string] {
  return [`c${n}@example.com`, `+55119${FIRST_NUMBER + n}`];
}

function csvOf(count: number): Blob {
  const lines = Array.from({ length: count }, (_, n) => `${valuesOf(n).join(',')}\n`);
  return new Blob(['email,telefone\n', ...lines]);
}

function xlsxWith(count: number): Blob {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells: string[]) => `<row>${cells.map(cell).join('')}</row>`;
  const lines = Array.from({ length: count }, (_, n) => row(valuesOf(n)));
  return new Blob([new Uint8Array(xlsxOf({ sheet: sheetOf(row(['email', 'telefone']) + lines.join('')) }))]);
}
