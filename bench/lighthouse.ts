// Scores of the page templates in Lighthouse's four categories, as it measures a phone, in headless Chromium.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { FONT_ADDRESS, readFontFile } from '#libs/fonts';
import '../apps/pages/src/catalogue.js';
import { validateDocument } from '../apps/pages/src/document/validate-document.js';
import { PAGE_TEMPLATES, withForm } from '../apps/pages/src/page-templates/page-templates.js';
import type { RenderedPage } from '../apps/pages/src/rendering/page-context.js';
import { EXAMPLE_FORM, exampleContext } from '../apps/pages/src/rendering/page-context.fixture.js';
import { renderPage } from '../apps/pages/src/rendering/render-page.js';
import { bench } from './support/bench.js';
import { readOptions } from './support/options.js';
import { judge, Report } from './support/report.js';
import { quantile } from './support/statistics.js';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST = 95;
const CHROMIUM = '/usr/bin/chromium';

const options = readOptions({ rounds: 3, pages: PAGE_TEMPLATES.length });

await bench(async (cleanup) => {
  if (!existsSync(CHROMIUM)) throw new Error(`This bench needs ${CHROMIUM}.`);
  const pages = new Map<string, RenderedPage & { bytes: Buffer }>();
  const server = createServer((request, response) => {
    void answer(new URL(request.url!, 'http://localhost').pathname).then(({ status, headers, body }) => {
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add({ stop: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** As the runtime answers: compressed, with the page's policy, and fonts for a year. */
  async function answer(
    path: string,
  ): Promise<{ status: number; headers: Record<string, string>; body?: Buffer | string }> {
    if (path === '/robots.txt')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /\n' };
    const font = path.startsWith(FONT_ADDRESS) ? await readFontFile(path.slice(FONT_ADDRESS.length)) : undefined;
    if (font)
      return {
        status: 200,
        headers: { 'content-type': 'font/woff2', 'cache-control': 'max-age=31536000' },
        body: font,
      };
    const page = pages.get(path);
    if (!page) return { status: 404, headers: {} };
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'content-encoding': 'br',
    };
    return { status: 200, headers, body: page.bytes };
  }

  const port = 9_300 + (process.pid % 600);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  cleanup.add({ stop: () => browser.close() });

  const report = new Report('Lighthouse on a phone, a page in each round', CATEGORIES);
  const scores: number[][] = [];
  for (const { id, nome, descricao, template } of PAGE_TEMPLATES.slice(0, options.pages)) {
    const path = `/${id}`;
    const base = exampleContext();
    const seo = { ...base.seo, title: nome, description: descricao };
    const context = { ...base, slug: id, address: origin + path, seo };
    const page = renderPage(validateDocument(withForm(template, EXAMPLE_FORM.id)), context);
    pages.set(path, { ...page, bytes: brotliCompressSync(page.html) });
    // Other work on the machine lowers a single run.
    const rounds: number[][] = [];
    for (let round = 0; round < options.rounds; round++) {
      const result = await lighthouse(origin + path, { port, logLevel: 'error' });
      rounds.push(CATEGORIES.map((name) => Math.round((result?.lhr.categories[name]?.score ?? 0) * 100)));
    }
    const found = CATEGORIES.map((_, category) => quantile(rounds.map((round) => round[category]!)));
    scores.push(found);
    report.add(found);
  }
  report.medians();
  const worst = (category: number) => Math.min(...scores.map((found) => found[category]!));
  judge(
    CATEGORIES.map((name, index) => ({
      name: `${name}, worst page`,
      value: worst(index),
      bound: 'least',
      floor: LEAST,
    })),
  );
});
