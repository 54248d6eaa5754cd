import type { Browser, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { violationsOf } from '../support/axe.js';
import { startBrowser } from '../support/chromium.js';
import { useStack } from '../support/use-stack.js';

const { dev } = inject('builtStack');
const browser = useStack((): Promise<Browser> => startBrowser());

/** The tab of an operator who has signed in. */
async function operatorTab(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${dev.urls.dashboard}/console/tenants/${dev.tenant.id}`);
  await page.locator('input[name=email]').fill(dev.operator.email);
  await page.locator('input[name=password]').fill(dev.operator.password);
  await page.locator('button[type=submit]').first().click();
  await page.getByRole('button', { name: 'Enter as support' }).waitFor();
  return page;
}

async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter as support' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A look for the tests');
  await dialog.getByRole('button', { name: 'Enter as support' }).click();
  await banner(page).waitFor();
}

const banner = (page: Page) => page.getByRole('status').filter({ hasText: /Support session.*It ends at \d/ });
const end = (page: Page) => page.getByRole('button', { name: 'End support session' }).click();

describe('a support session', () => {
  it('is told on every screen and in every tab, with its end, also after loading anew; streams are part of it', async () => {
    const page = await operatorTab();
    await enter(page);
    await page.reload();
    await banner(page).waitFor();
    await page.goto(`${dev.urls.dashboard}/messages`);
    await banner(page).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const beside = await page.context().newPage();
    await beside.goto(`${dev.urls.dashboard}/domains`);
    await banner(beside).waitFor();
    const stream = (await page.evaluate(
      `fetch('/rest/platform/api/events?x-service-tenant=${dev.tenant.id}').then(({ status }) => status)`,
    )) as number;
    expect(stream).toBe(200);
    await end(page);
    await page.getByRole('button', { name: 'Enter as support' }).waitFor();
    await beside.getByRole('button', { name: 'Enter as support' }).waitFor();
    expect(await banner(page).count()).toBe(0);
    const after = (await page.evaluate(
      `fetch('/rest/platform/api/events?x-service-tenant=${dev.tenant.id}').then(({ status }) => status)`,
    )) as number;
    expect(after).not.toBe(200);
    await page.context().close();
  });
});
