import { runInNewContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { FONT_FILES } from '#libs/sites/sites';
import { pagesStack } from '../../../../test/support/pages-stack.js';
import { statusOfRaw } from '../../../../test/support/raw-request.js';
import { SHARED, Visitor } from '../../../../test/support/visitor.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(pagesStack);
let url: string;
let visitor: Visitor;

beforeAll(async () => {
  url = (await stack.startRuntime()).url;
  visitor = new Visitor(url);
});
describe('a static file', () => {
  it('is there for an hour, for any origin, on any host', async () => {
    const [font = ''] = FONT_FILES;
    for (const host of [SHARED, 'unknown.test', SHARED]) {
      const { status, headers, body } = await visitor.get(host, `/_f/${font}`, { 'accept-encoding': 'br' });
      expect([status, body.subarray(0, 4).toString()]).toEqual([200, 'wOF2']);
      expect(headers).toMatchObject({
        'content-type': 'font/woff2',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      });
      expect(headers).not.toHaveProperty('content-encoding');
      const known = { 'if-none-match': String(headers['etag']).slice(2) };
      expect((await visitor.get(host, `/_f/${font}`, known)).status).toBe(304);
    }
  });

  it('exists for every font', async () => {
    for (const font of FONT_FILES)
      expect((await visitor.get(SHARED, `/_f/${font}`, {}, 'HEAD')).status, font).toBe(200);
  });

  it('is none of the machine', async () => {
    const names = [
      'nope.js',
      '..%2f..%2fpackage.json',
      '%2e%2e',
      'constructor',
      '__proto__',
      '%00',
      `${'a'.repeat(500)}.woff2`,
      'inter/files',
    ];
    for (const name of names) expect((await visitor.get(SHARED, `/_f/${name}`)).status, name).toBe(404);
    for (const target of ['/_f/../package.json', '/_f/..', '/_f/', '/_f//etc/passwd', '/_f/\\..\\package.json']) {
      expect(await statusOfRaw(url, target), target).toBe(404);
    }
  });
});

describe('the service worker', () => {
  const shown: unknown[] = [];
  const posted: unknown[] = [];
  const listeners: Record<string, (event: object) => void> = {};

  beforeAll(async () => {
    const { text } = await visitor.get(SHARED, '/asender-sw.js');
    const self = {
      addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
      location: {
        href: 'https://shop.test/asender-sw.js?register=https://api.test/push/site/devices&site=one&key=public',
        origin: 'https://shop.test',
        hostname: 'shop.test',
      },
      registration: {
        showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
        pushManager: { subscribe: async (options: object) => ({ with: options }) },
      },
    };
    const fetch = async (address: string, { body }: { body: string }) => void posted.push([address, JSON.parse(body)]);
    runInNewContext(text, { self, fetch, URL });
  });

  const fire = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners[type]!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };

  it('is a script that a whole site may use, for an hour', async () => {
    const { status, headers, body } = await visitor.get(SHARED, '/asender-sw.js', { 'accept-encoding': 'br' });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'service-worker-allowed': '/',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(brotliDecompressSync(body).toString()).toContain("addEventListener('push'");
    const known = { 'if-none-match': String(headers['etag']) };
    expect((await visitor.get(SHARED, '/asender-sw.js', known)).status).toBe(304);
  });

  it('shows a message', async () => {
    const message = { id: 'psh_1', title: 'Olá', body: 'b', data: { icon: '/i.png' } };
    await fire('push', { data: { json: () => message, text: () => '' } });
    expect(shown).toEqual([{ title: 'Olá', body: 'b', tag: 'psh_1', data: message.data, icon: '/i.png' }]);
  });

  it('registers a new subscription where its own address says', async () => {
    await fire('pushsubscriptionchange', {});
    const token = JSON.stringify({ with: { userVisibleOnly: true, applicationServerKey: 'public' } });
    expect(posted).toEqual([['https://api.test/push/site/devices', { SiteKey: 'one', Token: token }]]);
  });
});

it('every host has an icon', async () => {
  const { status, headers, body } = await visitor.get(SHARED, '/favicon.ico');
  expect([status, headers['content-type'], body.subarray(0, 4).toString('hex')]).toEqual([
    200,
    'image/x-icon',
    '00000100',
  ]);
});
