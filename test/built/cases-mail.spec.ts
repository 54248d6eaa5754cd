import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { Answer } from '../support/http-client.js';
import { MailAccount } from './calls/mail-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { caseFile, casesIn, HAS_CASES, PLACE } from './support/cases.js';
import { PATIENCE } from './support/outside.js';

/** Fields that the API shows of a message, by the file that holds it. */
const RIGHT: Record<string, object> = JSON.parse(readFileSync(new URL('cases-mail.json', import.meta.url), 'utf8'));

const { dev } = inject('builtStack');
let mail: MailAccount;

beforeAll(async () => {
  if (HAS_CASES) mail = new MailAccount(await BuiltAccount.signUp(dev));
});

/** Imports a message into a mailbox of its own, and returns what the API shows of it. */
async function shown(file: string): Promise<Answer['body']> {
  const { id: mailbox } = await mail.newMailbox();
  const type = { 'content-type': 'message/rfc822' };
  const started = mail.client.send('POST', `/mailboxes/${mailbox}/import`, caseFile(`mail/mime/${file}`), type);
  await expectStatus(started, 200, 202);
  const { id } = await waitUntil(
    async () => {
      const list = await expectStatus(mail.client.get(`/mailboxes/${mailbox}/messages?todas=true&ocultas=true`), 200);
      return (list.messages as { id: string }[])[0];
    },
    { ...PATIENCE, what: `the message of ${file}` },
  );
  return expectStatus(mail.client.get(`/mailboxes/${mailbox}/messages/${id}`), 200);
}

describe.skipIf(!HAS_CASES)(`a message from real life${PLACE}`, () => {
  it('has what is right recorded', () => {
    expect(casesIn('mail/mime', '.eml').filter((file) => !RIGHT[file])).toEqual([]);
  });

  it.each(Object.entries(RIGHT))('is shown as a careful mail program does: %s', async (file, right) => {
    const { subject, from, to, cc, header_date, text, html, has_attachments, attachments } = await shown(file);
    expect({
      subject,
      from,
      to,
      cc,
      header_date,
      text: text.trim(),
      has_attachments,
      attachments: (attachments as Record<string, unknown>[]).map(({ filename, content_type, size, inline }) => ({
        filename,
        content_type,
        size,
        inline,
      })),
      pictures: (html ?? '').split('<img src="/mailboxes/').length - 1,
    }).toEqual(right);
  });
});
