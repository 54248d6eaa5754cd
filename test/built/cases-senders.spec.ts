import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { MailAccount } from './calls/mail-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { caseFile, casesIn, HAS_CASES, PLACE } from './support/cases.js';
import { PATIENCE } from './support/outside.js';
import { RawSmtp } from './support/raw-smtp.js';

const THEM = 'ceo@bank.test';
const EVIL = 'x@evil.test';

const { dev } = inject('builtStack');
const SPOOFS = casesIn('mail/spoof', '.eml');
/** Header sections, by their number: A by submission, B from outside. */
const HEADERS = HAS_CASES ? headersOf(caseFile('security/header-differentials.txt').toString('utf8')) : [];

let mail: MailAccount;
let box: { id: string; address: string };

beforeAll(async () => {
  if (!HAS_CASES) return;
  mail = new MailAccount(await BuiltAccount.signUp(dev));
  mail.account.outside.publish([
    { name: '_dmarc.bank.test', type: 'TXT', value: 'v=DMARC1; p=reject' },
    { name: 'bank.test', type: 'TXT', value: 'v=spf1 -all' },
    { name: 'evil.test', type: 'TXT', value: 'v=spf1 ip4:127.0.0.1 -all' },
  ]);
  box = await mail.newMailbox();
});

function headersOf(text: string): [name: string, header: string][] {
  return [...text.matchAll(/^([AB]\d) {2}(\S.*?)(?: {4,}.*)?$/gm)].map(([, name, header]) => [
    name!,
    header!.replaceAll('\\r', '\r').replaceAll('\\n', '\n'),
  ]);
}

async function fromOutside(from: string, content: string): Promise<string> {
  const peer = await RawSmtp.open(dev.smtp.inbound);
  try {
    return await peer.message(from, box.address, content);
  } finally {
    peer.close();
  }
}

/** Sends a message from outside, and expects that it is refused, or in quarantine and not shown as from the bank. */
async function expectNoForgery(content: string): Promise<void> {
  const mark = mail.account.name();
  const marked = content.replace(/\r\n\r\n/, `\r\nX-Mark: ${mark}\r\n\r\n${mark} `);
  const reply = await fromOutside(EVIL, marked);
  if (/^55[04]/.test(reply)) return;
  expect(reply).toMatch(/^250/);
  const message = await waitUntil(
    async () => {
      const { body } = await mail.client.get(`/mailboxes/${box.id}/messages?todas=true&ocultas=true`);
      return (body.messages as { id: string; snippet: string }[]).find(({ snippet }) => snippet?.includes(mark));
    },
    { ...PATIENCE, what: `the message ${mark}` },
  );
  const shown = await expectStatus(mail.client.get(`/mailboxes/${box.id}/messages/${message.id}`), 200);
  const { folders } = await expectStatus(mail.client.get(`/mailboxes/${box.id}/folders`), 200);
  const folder = (folders as { id: string; kind: string }[]).find(({ id }) => id === shown.folder_id);
  expect(folder?.kind, JSON.stringify(shown)).toBe('quarantine');
}

describe.skipIf(!HAS_CASES)(`a forged author${PLACE}`, () => {
  it.each(SPOOFS)('of %s is refused or in quarantine', async (name) => {
    await expectNoForgery(caseFile(`mail/spoof/${name}`).toString('latin1'));
  });

  it.each(HEADERS.filter(([name]) => name.startsWith('B')))(
    'of header section %s is refused or in quarantine',
    async (_, header) => {
      await expectNoForgery(`${header.replaceAll('THEM', THEM).replaceAll('ME', EVIL)}hi\r\n`);
    },
  );

  it.each(HEADERS.filter(([name]) => name.startsWith('A')))(
    'of header section %s is refused by submission',
    async (_, header) => {
      const made = mail.client.post(`/mailboxes/${box.id}/app-passwords`, { name: mail.account.name() });
      const { secret } = await expectStatus(made, 201);
      const submission = await RawSmtp.open(dev.smtp.submission);
      try {
        expect(await submission.login(box.address, secret)).toMatch(/^235/);
        const content = `${header.replaceAll('THEM', THEM).replaceAll('ME', box.address)}hi\r\n`;
        expect(await submission.message(box.address, 'x@y.test', content)).toMatch(/^55[04]/);
      } finally {
        submission.close();
      }
    },
  );
});

describe.skipIf(!HAS_CASES)(`a header of 40,000 lines${PLACE}`, () => {
  it('is refused, and the next message arrives', async () => {
    const header = `From: a@a.test\r\nSubject: x\r\nX-A: a\r\n${' b\r\n'.repeat(40_000)}`;
    expect(await fromOutside('a@a.test', `${header}\r\nhi`)).toMatch(/^552/);
    expect(await fromOutside('a@a.test', 'From: a@a.test\r\nSubject: y\r\n\r\nhi')).toMatch(/^250/);
  });
});
