// How long publishing a page of 200 items takes, by HTTP, from the request to the answer that visitors get it.
import { brotliCompressSync, constants } from 'node:zlib';
import { bench } from './support/bench.js';
import { SessionIssuer } from './support/bench-session.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Pages } from './support/pages.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({ rounds: 5, seconds: 4, items: 200 });

const WORDS = 'um curso prático para quem quer vender mais sem gastar mais com anúncios e sem perder clientes'.split(
  ' ',
);

/** Sections of ten items each, of the kinds that most pages are made of, no two with the same words. */
function pageOf(items: number): object {
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => WORDS[(from * 7 + n * 3) % WORDS.length]).join(' ');
  const item = (n: number) => {
    const id = `i${n}`;
    switch (n % 5) {
      case 0:
        return { id, tipo: 'titulo', props: { texto: `${words(n, 6)} ${n}` } };
      case 1:
        return { id, tipo: 'botao', props: { texto: `${words(n, 2)} ${n}`, link: `https://www.example.com/${n}` } };
      case 2:
        return {
          id,
          tipo: 'faq',
          props: { perguntas: [{ pergunta: words(n, 8), resposta: `<p>${words(n, 30)}</p>` }] },
        };
      default:
        return {
          id,
          tipo: 'texto',
          props: { conteudo: `<p>${words(n, 25)} <strong>${n}</strong> ${words(n + 1, 25)}</p>` },
        };
    }
  };
  const section = (_item: unknown, index: number) => ({
    id: `s${index}`,
    colunas: [0, 1].map((column) => ({
      id: `s${index}c${column}`,
      itens: Array.from({ length: 5 }, (_, n) => item(index * 10 + column * 5 + n)),
    })),
  });
  return { versao: 2, secoes: Array.from({ length: items / 10 }, section), estilo: {} };
}

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const pages = cleanup.add(await Pages.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const tenant = await pages.addTenant();
  const app = cleanup.add(await pages.start('pages', issuer.environment));
  const headers = { Authorization: `Bearer ${await issuer.session(tenant)}`, 'Content-Type': 'application/json' };

  const send = async (method: string, path: string, body: object) => {
    const url = `http://127.0.0.1:${app.port}/v1/paginas${path}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as { id: string; versao: number };
  };
  const { id } = await send('POST', '', { titulo: 'Bench' });
  const { versao } = await send('POST', `/${id}/versoes`, { template: pageOf(options.items) });

  const generator = cleanup.add(await LoadGenerator.start());
  const publish = (seconds: number) =>
    generator.run({
      port: app.port,
      method: 'POST',
      path: `/v1/paginas/${id}/publicar`,
      headers,
      body: JSON.stringify({ versao }),
      connections: 1,
      seconds,
      expectedStatus: 200,
    });

  const report = new Report(`POST /v1/paginas/{id}/publicar, ${options.items} items, one after the other`, [
    'per second',
    'p50 ms',
    'p99 ms',
  ]);
  await publish(3);
  for (let round = 0; round < options.rounds; round += 1) {
    await pages.checkpoint();
    const { perSecond, p50, p99 } = await publish(options.seconds);
    report.add([perSecond, p50, p99]);
  }
  const [, p50 = Number.NaN] = report.medians();
  await describeBytes();
  judge([{ name: 'p50, ms', value: p50, bound: 'most', floor: 100 }]);

  /** The size of what was published, and what a higher quality of Brotli would save and cost. */
  async function describeBytes(): Promise<void> {
    const { rows } = await pages.admin.query<{ html: Buffer; gzip: Buffer; brotli: Buffer }>(
      'select html, gzip, brotli from published_page where page_id = $1',
      [id],
    );
    const [row] = rows;
    if (!row) throw new Error('The page is not published');
    console.log(`\n${row.html.length} bytes; gzip ${row.gzip.length}, Brotli ${row.brotli.length}`);
    for (const quality of [4, 5, 6, 9, 11]) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: row.html.length };
      const started = performance.now();
      const { length } = brotliCompressSync(row.html, { params });
      console.log(`Brotli ${quality}: ${length} bytes in ${(performance.now() - started).toFixed(1)} ms`);
    }
  }
});
