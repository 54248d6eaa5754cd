import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as invitations from '../../apps/identity/src/account-pages/views/invitation-views.js';
import * as passwords from '../../apps/identity/src/account-pages/views/password-views.js';
import * as verifications from '../../apps/identity/src/account-pages/views/verification-views.js';
import {
  approvalPage,
  approvedPage,
  deniedPage,
  userCodePage,
} from '../../apps/identity/src/oidc/pages/device-forms.js';
import { codePage, consentPage, passwordPage } from '../../apps/identity/src/oidc/pages/sign-in-forms.js';
import { SERVICE_LOOK } from '../../apps/identity/src/browser-pages/page.js';
import { problemPage } from '../../apps/identity/src/browser-pages/problem-page.js';
import { commonTexts } from '../../apps/identity/src/browser-pages/texts/common.texts.js';
import { LANGUAGES, type Language } from '#libs/core/html';
import { RequestContext, withContext } from '#libs/core/http';
import { violationsOf } from '../support/axe.js';
import { startChromium, type Chromium } from '../support/chromium.js';

const EMAIL = 'a.very.long.address.of.somebody@departments.example.test';
const TENANT = 'Sociedade de Pesquisa e Desenvolvimento Söhne & Filhos';
const WRONG = 'Something is wrong with this field, and the text is long.';

const step = { action: '/sign-in/x', appName: 'Notes', problem: WRONG };
const link = { email: EMAIL, registeredAt: new Date('2031-05-04T12:30:00Z'), registeredIp: '2001:db8::7' };
const invitation = {
  tenantName: TENANT,
  inviter: 'Ana',
  role: 'admin',
  email: EMAIL,
  isUnproved: true,
  acceptedAt: null,
  revokedAt: null,
} as unknown as invitations.InvitationView['invitation'];
const newPassword = { token: 't', login: EMAIL, isTakeOver: true };

const PAGES: Record<string, () => string> = {
  password: () => passwordPage({ ...step, email: EMAIL, forgottenUrl: '/forgot-password' }),
  code: () => codePage(step),
  consent: () =>
    consentPage({
      ...step,
      email: EMAIL,
      destination: 'notes.example.test',
      scopes: ['openid', 'profile', 'email', 'offline_access', 'service'],
    }),
  userCode: () => userCodePage({ action: '/device', secret: 's', userCode: 'BCDF-GHJK', problem: WRONG }),
  approval: () =>
    approvalPage({
      form: '<form id="op.deviceConfirmForm" method="post" action="/device"></form>',
      appName: 'Command line',
      userCode: 'BCDF-GHJK',
      from: { ip: '2001:db8::7', userAgent: 'service-cli/1.0 (a-long-name-of-a-computer.departments.example.test)' },
      email: EMAIL,
    }),
  approved: () => approvedPage('Command line'),
  denied: () => deniedPage(),
  confirm: () => verifications.confirmPage('t', link),
  notMine: () => verifications.notMinePage('t', link),
  confirmedNotMine: () => verifications.confirmedNotMinePage(EMAIL),
  confirmed: () => verifications.confirmedPage(EMAIL),
  late: () => verifications.tooLatePage('t', EMAIL),
  newPassword: () => passwords.newPasswordPage({ ...newPassword, wrong: { password: WRONG }, problem: WRONG }),
  undo: () => passwords.undoPage({ ...newPassword, wrong: { repeated: WRONG } }),
  deadUndo: () => passwords.deadUndoPage(true),
  forgotten: () => passwords.forgottenPage({ email: EMAIL, wrong: WRONG }),
  forgottenSent: () => passwords.forgottenSentPage(EMAIL),
  join: () => invitations.joinPage({ token: 't', invitation, signedInAs: EMAIL }),
  signInFirst: () => invitations.signInFirstPage({ token: 't', invitation, signedInAs: EMAIL }),
  newAccount: () => invitations.newAccountPage({ token: 't', invitation, wrong: { name: WRONG, password: WRONG } }),
  welcome: () => invitations.welcomePage(TENANT, 'member', EMAIL),
  over: () => invitations.overPage({ ...invitation, revokedAt: new Date() }),
  problem: () => problemPage(commonTexts().failed),
};

/** Renders a page for a browser of that language. */
function rendered(view: () => string, language: Language): string {
  const request = { headers: { 'accept-language': language } } as ConstructorParameters<typeof RequestContext>[3];
  return withContext(new RequestContext('req_1', 'GET', '/', request), () => {
    SERVICE_LOOK.set({ name: 'Correio & Companhia' });
    return view();
  });
}

let browser: Chromium;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
  page = await browser.context.newPage();
  // Long enough to install the browser.
});
afterAll(() => browser?.close());

describe.each(Object.entries(PAGES))('the page %s', (_name, view) => {
  it.each(LANGUAGES)('has no violation in axe-core and fits a phone, light and dark: %s', async (language) => {
    await page.setContent(rendered(view, language));
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await page.locator('header.service').textContent()).toContain('Correio & Companhia');
    await page.setViewportSize({ width: 320, height: 720 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await violationsOf(page)).toEqual([]);
    }
  });
});
