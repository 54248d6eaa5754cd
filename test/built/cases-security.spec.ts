import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { MailAccount } from './calls/mail-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { casePath, HAS_CASES, PLACE } from './support/cases.js';
import { PATIENCE } from './support/outside.js';
import { RawSmtp } from './support/raw-smtp.js';

const { dev, devFile } = inject('builtStack');
let mail: MailAccount;

beforeAll(async () => {
  if (HAS_CASES) mail = new MailAccount(await BuiltAccount.signUp(dev));
});

async function fromOutside(to: string, content: string): Promise<string> {
  const peer = await RawSmtp.open(dev.smtp.inbound);
  try {
    return await peer.message('a@a.test', to, content);
  } finally {
    peer.close();
  }
}

async function subjectsIn(mailbox: string): Promise<string[]> {
  const path = `/mailboxes/${mailbox}/messages?todas=true&ocultas=true&limite=100`;
  const { messages } = await expectStatus(mail.client.get(path), 200);
  return (messages as { subject: string }[]).map(({ subject }) => subject).sort();
}

/** Headers that cost a reader more than their size, as security/header-cost.mjs makes them. */
const COSTLY: [name: string, header: string][] = [
  ['40,000 folded lines', `X-A: a\r\n${' b\r\n'.repeat(40_000)}`],
  ['40,000 carriage returns', `X-A: ${'\r'.repeat(40_000)}x\r\n`],
  [
    '10,000 names in a signature, and as many fields',
    `DKIM-Signature: v=1; a=rsa-sha256; d=d.test; s=s; h=${'x:'.repeat(10_000)}from; bh=AAAA; b=AAAA\r\n${'Y: a\r\n'.repeat(10_000)}`,
  ],
  ['20,000 authors', `From: ${'"a" <a@b.test>,'.repeat(20_000)}\r\n`],
];

describe.skipIf(!HAS_CASES)(`a header that costs its reader more than its size${PLACE}`, () => {
  it.each(COSTLY)('of %s is refused, and the next message arrives', async (_, header) => {
    const { id, address } = await mail.newMailbox();
    expect(await fromOutside(address, `${header}From: a@a.test\r\nSubject: costly\r\n\r\nhi\r\n`)).toMatch(/^55[0-4]/);
    expect(await fromOutside(address, 'From: a@a.test\r\nSubject: next\r\n\r\nhi\r\n')).toMatch(/^250/);
    await waitUntil(async () => (await subjectsIn(id)).length > 0, { ...PATIENCE, what: 'the next message' });
    expect(await subjectsIn(id)).toEqual(['next']);
  });
});

describe.skipIf(!HAS_CASES)(`six mailboxes that forward to each other${PLACE}`, () => {
  it('have a message once each', async () => {
    const boxes = await Promise.all(Array.from({ length: 6 }, () => mail.newMailbox()));
    for (const box of boxes) {
      const destinations = boxes.filter((other) => other !== box).map(({ address }) => address);
      const set = mail.client.put(`/mailboxes/${box.id}/forwarding`, { enabled: true, destinations, keep_copy: true });
      await expectStatus(set, 200);
    }
    // When the second has gone round, so has the first.
    const expected: string[] = [];
    for (const subject of ['one', 'two']) {
      expected.push(subject);
      const raw = `From: a@a.test\r\nTo: ${boxes[0]!.address}\r\nSubject: ${subject}\r\n\r\n${subject}\r\n`;
      expect(await fromOutside(boxes[0]!.address, raw)).toMatch(/^250/);
      for (const { id } of boxes) {
        await waitUntil(async () => (await subjectsIn(id)).includes(subject), {
          ...PATIENCE,
          what: `a copy of ${subject}`,
        });
      }
    }
    for (const { id } of boxes) expect(await subjectsIn(id)).toEqual(expected);
  });
});

describe.skipIf(!HAS_CASES)(`a program of the cases${PLACE}`, () => {
  it('finds every field of GraphQL that names one row', async () => {
    const run = promisify(execFile)(process.execPath, [casePath('operations/graphql-one-row.mjs'), devFile]);
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const lines = stdout.trim().split('\n');
    // On a stack on which it has run before, two of its names are taken.
    expect(lines.filter((line) => !line.startsWith('ok') && !line.endsWith('of this name exists'))).toEqual([]);
    expect(lines).toHaveLength(10);
  });

  it.each(['stale-references.mjs', 'two-way-features.mjs', 'whole-route-suites.mjs'])(
    'house/%s finds nothing',
    async (name) => {
      const run = promisify(execFile)(process.execPath, [casePath(`house/${name}`), '.']);
      const found = await run.then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
      expect(found).toBe('');
    },
  );
});
