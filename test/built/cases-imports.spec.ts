import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { Answer } from '../support/http-client.js';
import { MailAccount } from './calls/mail-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { caseFile, HAS_CASES, PLACE } from './support/cases.js';
import { PATIENCE } from './support/outside.js';

type Body = Answer['body'];

const { dev } = inject('builtStack');
let mail: MailAccount;

beforeAll(async () => {
  if (HAS_CASES) mail = new MailAccount(await BuiltAccount.signUp(dev));
});

/** Imports a file into a new mailbox; returns what the import says at its end, and every message with its folder. */
async function imported(file: string): Promise<{ outcome: Body; messages: Body[]; drafts: Body[] }> {
  const { id: mailbox } = await mail.newMailbox();
  const path = `/mailboxes/${mailbox}`;
  const type = { 'content-type': file.endsWith('.zip') ? 'application/zip' : 'application/mbox' };
  const content = caseFile(`mail/import/${file}`);
  const started = await expectStatus(mail.client.send('POST', `${path}/import`, content, type), 200, 202);
  const outcome = await waitUntil(
    async () => {
      const { body } = await mail.client.get(`${path}/imports/${started.id}`);
      return body.state !== 'running' && body;
    },
    { ...PATIENCE, what: `the end of the import of ${file}` },
  );
  const [{ folders }, { labels }, { messages }, { drafts }] = await Promise.all([
    expectStatus(mail.client.get(`${path}/folders`), 200),
    expectStatus(mail.client.get(`${path}/labels`), 200),
    expectStatus(mail.client.get(`${path}/messages?todas=true&ocultas=true`), 200),
    expectStatus(mail.client.get(`${path}/drafts`), 200),
  ]);
  const shown = await Promise.all(
    (messages as Body[]).map(async ({ id, lida }) => {
      const message = await expectStatus(mail.client.get(`${path}/messages/${id}`), 200);
      const folder = (folders as Body[]).find((one) => one.id === message.folder_id)?.kind;
      const names = (labels as Body[]).filter((one) => message.label_ids.includes(one.id)).map(({ name }) => name);
      // To open it has marked it read.
      return { ...message, lida, folder, labels: names.sort() };
    }),
  );
  return { outcome, messages: shown.sort((a, b) => a.subject.localeCompare(b.subject)), drafts };
}

const subjectsOf = (messages: Body[]): string[] => messages.map(({ subject }) => subject);

describe.skipIf(!HAS_CASES)(`a mailbox of another program${PLACE}`, () => {
  it('of Gmail has its labels, folders, flags and drafts', async () => {
    const { outcome, messages, drafts } = await imported('takeout-labels.mbox');
    expect(outcome).toMatchObject({ imported: 4, errors: 0 });
    expect(messages.filter(({ folder }) => folder !== 'drafts')).toMatchObject([
      { subject: 's1', folder: 'inbox', lida: true, labels: ['Família', 'Projetos/2024'] },
      { subject: 's2', folder: 'sent', lida: true, labels: ['Work, private'] },
      { subject: 's3', folder: 'inbox', lida: false, labels: [] },
    ]);
    expect(subjectsOf(drafts)).toEqual(['s4']);
  });

  it('of Thunderbird keeps deleted what was deleted, and has tags as labels', async () => {
    const { outcome, messages } = await imported('thunderbird-deleted.mbox');
    expect(outcome).toMatchObject({ imported: 1, skipped: 2, errors: 0 });
    expect(messages).toMatchObject([{ subject: 's1', labels: ['Importante', 'projeto'] }]);
  });

  it.each(['mboxcl2.mbox', 'unquoted-from-in-body.mbox'])(
    'has as many messages as were written, whole: %s',
    async (file) => {
      const { outcome, messages } = await imported(file);
      expect(outcome).toMatchObject({ imported: 2, total: 2, errors: 0 });
      expect(subjectsOf(messages)).toEqual(['s1', 's2']);
      expect(messages[0].text).toContain(file.startsWith('mboxcl2') ? 'still body of 1' : 'PS: hello');
    },
  );

  it('dates a message without a date by when it was received', async () => {
    const { messages } = await imported('no-date.mbox');
    expect(messages.map(({ date }) => date)).toEqual(['2024-01-01T10:00:00.000Z']);
  });

  it('in a ZIP file is read by its content', async () => {
    const { outcome, messages } = await imported('zip-silently-skipped.zip');
    expect(outcome).toMatchObject({ imported: 4, errors: 0, total: 4 });
    expect(subjectsOf(messages)).toEqual(['s1', 's2', 's3', 's4']);
  });
});
