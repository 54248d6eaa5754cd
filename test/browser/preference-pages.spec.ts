import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  brokenPage,
  choicePage,
  htmlOf,
  type PreferencePage,
  savedPage,
} from '../../apps/platform/src/preferences/preference-pages.js';
import type { Preferences } from '../../apps/platform/src/preferences/preferences.js';
import { LANGUAGES } from '#libs/core/html';
import { RequestContext, withContext } from '#libs/core/http';
import { violationsOf } from '../support/axe.js';
import { type Chromium, startChromium } from '../support/chromium.js';

const OPEN: Preferences = {
  sender: 'Sociedade de Pesquisa e Desenvolvimento Söhne & Filhos',
  address: 'a.very.long.address.of.somebody@departments.example.test',
  color: null,
  choices: [
    { id: 'top_0000000000000001', name: 'Product news', description: 'What is new, once a month at most', isOn: true },
    { id: 'top_0000000000000002', name: 'Offers', description: null, isOn: false },
    { id: 'lst_0000000000000001', name: null, description: null, isOn: true },
  ],
  isOff: false,
  isHeld: false,
};
const OFF = { ...OPEN, isOff: true, choices: OPEN.choices.map((choice) => ({ ...choice, isOn: false })) };

const PAGES: Record<string, () => PreferencePage> = {
  'with choices': () => choicePage(OPEN),
  'with a dark colour': () => choicePage({ ...OPEN, color: '#5b1a6e' }),
  'with a light colour': () => choicePage({ ...OPEN, color: '#ffd54a' }),
  'of one who gets nothing': () => choicePage(OFF),
  'without choices': () => choicePage({ ...OPEN, choices: [] }),
  'of one whose mail is held': () => choicePage({ ...OPEN, isHeld: true, isOff: true }),
  'after saving': () => savedPage(OPEN),
  'after leaving': () => savedPage(OFF),
  'of a broken link': () => brokenPage(),
};

let browser: Chromium;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
  page = await browser.context.newPage();
  // Long enough to install the browser.
});
afterAll(() => browser?.close());

describe.each(Object.entries(PAGES))('the preference page %s', (_name, view) => {
  it.each(LANGUAGES)('has no violation in axe-core and fits a phone, light and dark: %s', async (language) => {
    const request = { headers: { 'accept-language': language } } as ConstructorParameters<typeof RequestContext>[3];
    const html = withContext(new RequestContext('req_1', 'GET', '/', request), () => htmlOf(view()));
    await page.setContent(html);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await page.setViewportSize({ width: 320, height: 720 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await violationsOf(page)).toEqual([]);
    }
  });
});
