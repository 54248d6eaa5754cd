import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_HTML } from '../../apps/mail/src/display/hostile-html.fixture.js';
import { HtmlDisplay } from '../../apps/mail/src/display/html-display.js';
import { type Chromium, startChromium } from '../support/chromium.js';

const ORIGIN = 'http://webmail.invalid';
const POLICY = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'";
const INSIDE = `${ORIGIN}/mailboxes/m/messages/1/attachments/2`;

const display = new HtmlDisplay();
const inline = new Map([['a', INSIDE]]);
const safe = HOSTILE_HTML.map((html) => display.sanitise(html, { images: false, inline }).html);

let browser: Chromium;
beforeAll(async () => {
  browser = await startChromium();
  // Long enough to install the browser.
});
afterAll(() => browser?.close());

/** Shows the messages, each as a page of its own and written into one, and returns what they ran and requested. */
async function shown(messages: readonly string[], policy?: string): Promise<{ ran: number; requests: string[] }> {
  const page = await browser.context.newPage();
  const requests = new Set<string>();
  let ran = 0;
  await page.exposeFunction('ran', () => (ran += 1));
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url !== `${ORIGIN}/` && url !== INSIDE) requests.add(url);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy }),
    };
    await route
      .fulfill({ status: url === INSIDE ? 404 : 200, headers, body: '<!doctype html>' })
      .catch(() => undefined);
  });
  await page.goto(`${ORIGIN}/`);
  for (let at = 0; at < messages.length; at += FRAMES) {
    const some = JSON.stringify(messages.slice(at, at + FRAMES));
    await page.evaluate(`(${SHOW})(${some})`);
    if (page.url() !== `${ORIGIN}/`) await page.goto(`${ORIGIN}/`);
  }
  await page.close();
  return { ran, requests: [...requests] };
}

const FRAMES = 20;

/** The second writing reads what the browser made of the first. What the corpus marks is clicked. */
const SHOW = `async (messages) => {
  const open = (html) => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.onload = () => resolve(frame);
    setTimeout(() => resolve(frame), 1000);
    frame.srcdoc = html;
    document.body.append(frame);
  });
  const frames = await Promise.all(messages.flatMap((message) => [open('<!doctype html><body>' + message), open('<main></main>')]));
  for (const [index, frame] of frames.entries()) {
    const main = frame.contentDocument?.querySelector('main');
    if (index % 2 === 1 && main) {
      main.innerHTML = messages[(index - 1) / 2];
      main.innerHTML = main.innerHTML;
    }
    for (const one of frame.contentDocument?.querySelectorAll('.go, button, a[href^="javascript" i]') ?? []) one.click?.();
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const frame of frames) frame.remove();
}`;

describe('hostile mail in a browser', () => {
  it('runs and requests much as it comes', async () => {
    const { ran, requests } = await shown(HOSTILE_HTML);
    expect(ran).toBeGreaterThan(60);
    expect(requests.length).toBeGreaterThan(1);
  });

  it.each([
    ['without a policy', undefined],
    ['under the policy that the documentation names', POLICY],
  ])('runs nothing and requests nothing once it is safe, %s', async (_name, policy) => {
    expect(HOSTILE_HTML.length).toBeGreaterThanOrEqual(100);
    expect(await shown(safe, policy)).toEqual({ ran: 0, requests: [] });
  });
});
