import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { DevFile } from '../stack/read-dev-file.js';
import { Camera } from './camera.js';
import { sendDemoMessages } from './demo-messages.js';

const PICTURES = 'docs/pictures';

const DESKTOP = { width: 1280, height: 800 };
const INTERVAL_MS = 100;
const PHONE = { width: 390, height: 844 };

/** Takes the dashboard of the demo account, which gets some messages first, in light and dark, and on a phone. */
export async function takeDashboard(dev: DevFile): Promise<void> {
  const message = await sendDemoMessages(dev);
  const camera = await Camera.open(PICTURES);
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await camera.visitor({ viewport: DESKTOP, colorScheme, locale: 'en-US' });
      await signIn(page, dev);
      for (const [name, path] of [
        ['home', '/'],
        ['messages', '/messages'],
        ['message', `/messages/${message}`],
      ] as const) {
        await show(page, dev.urls.dashboard + path);
        await camera.takeWindow(`dashboard-${name}-${colorScheme}`, page);
      }
    }
    const phone = await camera.visitor({ viewport: PHONE, colorScheme: 'light', locale: 'en-US' });
    await signIn(phone, dev);
    await show(phone, `${dev.urls.dashboard}/messages`);
    await camera.takeWindow('dashboard-messages-phone', phone);
  } finally {
    await camera.close();
  }
}

async function signIn(page: Page, { urls, user }: DevFile): Promise<void> {
  await page.goto(urls.dashboard);
  await page.locator('input[name=email]').fill(user.email);
  await page.locator('input[name=password]').fill(user.password);
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL((url) => url.origin === urls.dashboard);
}

/** Shows a screen with its data: nothing is still loading, and frames have their content. */
async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  while ((await page.locator('[aria-busy=true]').count()) > 0) await delay(INTERVAL_MS);
  for (const frame of page.frames().slice(1)) await frame.waitForLoadState();
  await page.evaluate('document.fonts.ready');
}
