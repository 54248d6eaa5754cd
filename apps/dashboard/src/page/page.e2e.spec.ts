import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { DashboardBrowser } from '../../../../test/support/dashboard-browser.js';
import { DashboardDoubles } from '../../../../test/support/dashboard-doubles.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { SessionStore } from '../sign-in/session-store.js';

const SCRIPT = `console.log(${'1'.repeat(1_000)})`;

const webDir = mkdtempSync(join(tmpdir(), 'dashboard-'));
const dashboard = useStack(() => DashboardDoubles.start({}, webDir));

/** Puts a built page where the dashboard looks for it. */
function build(
  text = '<html><script nonce="__NONCE__" src="/assets/a.js"></script><style nonce="__NONCE__"></style></html>',
) {
  mkdirSync(join(webDir, 'assets'), { recursive: true });
  const asset = join(webDir, 'assets/a.js');
  writeFileSync(asset, SCRIPT);
  writeFileSync(`${asset}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${asset}.gz`, gzipSync(SCRIPT));
  writeFileSync(join(webDir, 'secret.txt'), 'not for the browser');
  writeFileSync(join(webDir, 'index.html'), text);
}

async function signedIn(): Promise<DashboardBrowser> {
  const browser = new DashboardBrowser(dashboard.url);
  const session = { accessToken: 'a', accessEndsAt: Date.now() + 3_600_000, refreshToken: 'r', idToken: 'i' };
  const store = dashboard.stack.app.get(SessionStore, { strict: false });
  browser.setCookie('dashboard_session', await store.create(session));
  return browser;
}

describe('the page', () => {
  it('says that it is being built until it is', async () => {
    const browser = await signedIn();
    const early = await browser.ask('GET', '/messages');
    expect([early.status, early.headers['retry-after']]).toEqual([503, '10']);
    expect(early.text).toContain('being built');
    build();
    expect((await browser.ask('GET', '/messages')).status).toBe(200);
  });

  describe('once built', () => {
    beforeAll(() => build());

    it('runs its own scripts alone, by a nonce that is new in each answer', async () => {
      const browser = await signedIn();
      const [one, two] = [await browser.ask('GET', '/'), await browser.ask('GET', '/domains/dom_1')];
      const nonces = [one, two].map(({ text }) => /nonce="([^"]+)"/.exec(text)?.[1]);
      expect(new Set(nonces).size).toBe(2);
      const policy = String(one.headers['content-security-policy']);
      expect(policy).toContain(`script-src 'self' 'nonce-${nonces[0]}'`);
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe/);
      expect(one.headers['cache-control']).toBe('no-store');
      expect(one.text).not.toContain('__NONCE__');
    });

    it('is the new one after a release', async () => {
      const browser = await signedIn();
      await browser.ask('GET', '/');
      build('<html>the new page, of another length</html>');
      expect((await browser.ask('GET', '/')).text).toContain('the new page');
      build();
    });

    it('has its files for a year, in the form that the browser takes', async () => {
      const browser = new DashboardBrowser(dashboard.url);
      const plain = await browser.ask('GET', '/assets/a.js', undefined, { 'accept-encoding': 'identity' });
      const gzip = await browser.ask('GET', '/assets/a.js', undefined, { 'accept-encoding': 'gzip' });
      const brotli = await browser.ask('GET', '/assets/a.js', undefined, { 'accept-encoding': 'gzip, br' });
      expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'gzip',
        'br',
      ]);
      expect(plain.text).toBe(SCRIPT);
      for (const { headers } of [plain, gzip, brotli])
        expect(headers).toMatchObject({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
        });
      expect(brotliDecompressSync(brotliCompressSync(SCRIPT)).toString()).toBe(SCRIPT);
    });

    it.each([
      '/assets/none.js',
      '/assets/..%2fsecret.txt',
      '/assets/%2e%2e/secret.txt',
      '/assets/a.js.br',
      '/favicon.ico',
    ])('has nothing at %s', async (path) => {
      const { status, text } = await (await signedIn()).ask('GET', path);
      expect([status, text.includes('not for the browser')]).toEqual([404, false]);
    });
  });
});
