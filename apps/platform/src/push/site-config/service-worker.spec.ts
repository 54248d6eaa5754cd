import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { serviceWorker } from './service-worker.js';
import { asScript } from './site-settings.js';

const SETTINGS = { registerUrl: 'https://api.example.test/push/site/devices', siteKey: 'site', publicKey: 'public' };
const ORIGIN = 'https://shop.example.test';

interface Shown {
  title: string;
  options: { body?: string; tag?: string; icon?: string; data?: unknown };
}

/** The worker in what of a browser it uses, with windows at the addresses given. */
function run(windows: string[] = []) {
  const shown: Shown[] = [];
  const went: string[] = [];
  const posted: unknown[] = [];
  const listeners: Record<string, (event: object) => void> = {};
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    location: { origin: ORIGIN, hostname: 'shop.example.test' },
    registration: {
      showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }),
      pushManager: { subscribe: async (options: object) => ({ renewedWith: options }) },
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => void went.push(`focus ${url}`) })),
      openWindow: async (url: string) => void went.push(`open ${url}`),
    },
  };
  const fetch = async (url: string, { body }: { body?: string }) => {
    posted.push([url, ...(body === undefined ? [] : [JSON.parse(body) as unknown])]);
    if (url.includes('unreachable')) throw new TypeError('Failed to fetch');
  };
  runInNewContext(serviceWorker(SETTINGS), { self, fetch, URL, JSON });
  const fire = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners[type]!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  const push = (text: string) => fire('push', { data: { text: () => text, json: () => JSON.parse(text) as unknown } });
  const click = (data: unknown) => fire('notificationclick', { notification: { data, close: () => undefined } });
  return { shown, went, posted, fire, push, click };
}

describe('the service worker', () => {
  it('shows a message with its pictures, tagged with its id', async () => {
    const worker = run();
    const data = { icon: '/icon.png', badge: 7, url: '/a' };
    await worker.push(JSON.stringify({ id: 'psh_1', title: 'a', body: 'b', data }));
    expect(worker.shown).toEqual([{ title: 'a', options: { body: 'b', tag: 'psh_1', data, icon: '/icon.png' } }]);
  });

  it.each([
    ['text', 'hello', 'hello'],
    ['JSON of another make', '{"a":1}', '{"a":1}'],
    ['null', 'null', 'null'],
    ['a message without data', '{"title":"a","data":null}', 'a'],
  ])('shows %s, since a browser wants to see something', async (_case, text, title) => {
    const worker = run();
    await worker.push(text);
    expect(worker.shown.map((one) => one.title)).toEqual([title]);
  });

  it('confirms a message once it is shown', async () => {
    const worker = run();
    await worker.push(JSON.stringify({ title: 'a', receipt: 'https://api.example.test/t/r/x' }));
    expect(worker.posted).toEqual([['https://api.example.test/t/r/x']]);
    await worker.push(JSON.stringify({ title: 'b', receipt: 'https://unreachable.example.test/' }));
    expect(worker.shown.map((one) => one.title)).toEqual(['a', 'b']);
  });

  it('shows the name of the site for a message without content', async () => {
    const worker = run();
    await worker.fire('push', { data: null });
    expect(worker.shown[0]!.title).toBe('shop.example.test');
  });

  it('opens the page of the message, or focuses the tab that has it open', async () => {
    const worker = run([`${ORIGIN}/orders/7`]);
    await worker.click({ url: '/orders/7' });
    await worker.click({ url: '/orders/8' });
    await worker.click({});
    await worker.click(null);
    expect(worker.went).toEqual([
      `focus ${ORIGIN}/orders/7`,
      `open ${ORIGIN}/orders/8`,
      `open ${ORIGIN}/`,
      `open ${ORIGIN}/`,
    ]);
  });

  it('opens nothing but pages', async () => {
    const worker = run();
    await worker.click({ url: 'javascript:alert(1)' });
    await worker.click({ url: 'data:text/html,x' });
    expect(worker.went).toEqual([]);
  });

  it('registers again when the browser replaces its subscription, subscribing itself where it must', async () => {
    const worker = run();
    await worker.fire('pushsubscriptionchange', { newSubscription: { endpoint: 'new' } });
    await worker.fire('pushsubscriptionchange', {});
    const renewedWith = { userVisibleOnly: true, applicationServerKey: 'public' };
    expect(worker.posted).toEqual([
      [SETTINGS.registerUrl, { SiteKey: 'site', Token: JSON.stringify({ endpoint: 'new' }) }],
      [SETTINGS.registerUrl, { SiteKey: 'site', Token: JSON.stringify({ renewedWith }) }],
    ]);
  });
});

describe('settings in a page', () => {
  it('do not end the script that they stand in', () => {
    const text = asScript({ ...SETTINGS, registerUrl: 'https://x/</script><script>' });
    expect(text).not.toContain('<');
    expect(JSON.parse(text).registerUrl).toBe('https://x/</script><script>');
  });
});
