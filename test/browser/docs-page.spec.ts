import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium, type Chromium } from '../support/chromium.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';

let platform: PlatformStack;
let browser: Chromium;
let page: Page;
/** Reports of the browser: errors of scripts, and what the content security policy blocked. */
const complaints: string[] = [];
const foreignRequests: string[] = [];

beforeAll(async () => {
  platform = await platformStack({ environment: { ROLE: 'api' } });
  browser = await startChromium();
  const context = await browser.context.browser()!.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(platform.url) && !/^(data|blob):/.test(request.url()))
      foreignRequests.push(request.url());
  });
  await page.goto(`${platform.url}/docs`);
  // Long enough to install the browser.
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

describe('the docs page', () => {
  it('shows the operations of the API', async () => {
    await page.getByRole('heading', { name: 'Platform API' }).waitFor();
    const operations = page.getByText('/v1/account', { exact: true });
    await operations.first().waitFor();
    expect(await operations.count()).toBeGreaterThan(0);
  });

  it('finds an operation', async () => {
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox');
    await search.fill('cancel');
    const found = page.getByRole('option').filter({ hasText: '/v1/emails/{id}/cancel' });
    await found.waitFor();
    expect(await found.count()).toBe(1);
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'hidden' });
  });

  it('sends a request of an operation to the API', async () => {
    await page.goto(`${platform.url}/docs#tag/meta/GET/healthz`);
    await page.getByRole('button', { name: /Test Request.*get \/healthz/ }).click();
    const answer = page.waitForResponse(`${platform.url}/healthz`);
    await page.getByRole('button', { name: /Send get request to .*\/healthz/ }).click();
    expect((await answer).status()).toBe(200);
  });

  it('breaks no content security policy and asks no other host', () => {
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });
});
