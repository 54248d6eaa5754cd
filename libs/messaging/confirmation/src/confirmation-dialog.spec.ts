import { beforeEach, describe, expect, it } from 'vitest';
import { html } from '#libs/core/html';
import { ConfirmationDialog } from './confirmation-dialog.js';
import type { AskedAgain } from './rules.js';

const label = (title: string) => ({ title, text: `text of ${title}` });
const WORDS = {
  ask: { ...label('asks'), note: 'note' },
  done: label('done'),
  before: label('before'),
  limit: 'own limit',
  broken: 'own broken',
};
const PROOF = { ip: '192.0.2.1', userAgent: 'Browser/1' };

let subject: { isConfirmed: boolean; isExpired: boolean } | null;
let outcome: AskedAgain;
let calls: unknown[];

const dialog = new ConfirmationDialog(
  {
    open: async () => subject,
    confirm: async (_, proof) => {
      calls.push(proof);
      return calls.length === 1;
    },
    askAgain: async () => {
      calls.push('again');
      return outcome;
    },
  },
  (shown) => ({ language: 'en', words: WORDS, about: shown ? html`<b>a•••@um.test</b>` : undefined }),
  (token) => ({ confirm: '/yes', again: `/yes/${token}/again`, token }),
);

beforeEach(() => {
  subject = { isConfirmed: false, isExpired: false };
  outcome = 'asked';
  calls = [];
});

describe('a link that is opened', () => {
  it('shows a button and confirms nothing', async () => {
    const page = await dialog.show('t"1');
    expect(page).toMatchObject({ status: 200, language: 'en' });
    expect(page.html).toContain('<h1>asks</h1>');
    expect(page.html).toContain('text of asks <b>a•••@um.test</b>');
    expect(page.html).toContain('action="/yes"><input type="hidden" name="token" value="t&quot;1" />');
    expect(page.policy).toContain("default-src 'none'");
    expect(calls).toEqual([]);
  });

  it('offers another one when it has expired, unless it was confirmed before', async () => {
    subject = { isConfirmed: false, isExpired: true };
    const expired = await dialog.show('t');
    expect([expired.status, expired.html]).toEqual([410, expect.stringContaining('action="/yes/t/again"')]);
    subject.isConfirmed = true;
    expect(await dialog.show('t')).toMatchObject({ status: 200, html: expect.stringContaining('<h1>before</h1>') });
  });

  it('does not say why it does not work', async () => {
    subject = null;
    for (const page of [await dialog.show('t'), await dialog.confirm('t', PROOF), await dialog.askAgain('t')])
      expect([page.status, page.html]).toEqual([404, expect.stringContaining('own broken')]);
    expect(calls).toEqual([]);
  });
});

describe('the button', () => {
  it('confirms with a proof; a second press says that it was confirmed before', async () => {
    expect((await dialog.confirm('t', PROOF)).html).toContain('<h1>done</h1>');
    expect((await dialog.confirm('t', PROOF)).html).toContain('<h1>before</h1>');
    expect(calls).toEqual([PROOF, PROOF]);
  });

  it('of an expired link confirms nothing', async () => {
    subject = { isConfirmed: false, isExpired: true };
    expect((await dialog.confirm('t', PROOF)).status).toBe(410);
    expect(calls).toEqual([]);
  });
});

describe('the button for another mail', () => {
  it.each<[AskedAgain, number, string]>([
    ['asked', 200, 'Check your inbox'],
    ['wait', 429, 'A mail is on its way already'],
    ['limit', 409, 'own limit'],
    ['confirmed', 200, '<h1>before</h1>'],
    ['gone', 404, 'own broken'],
  ])('answers %s with %i', async (given, status, text) => {
    outcome = given;
    const page = await dialog.askAgain('t');
    expect([page.status, page.html]).toEqual([status, expect.stringContaining(text)]);
    expect(calls).toEqual(['again']);
  });
});
