import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DecoratedMethods, type JobKind, ON_CANCEL } from '#libs/core/jobs';
import { JOB_KINDS as CRM } from '../../apps/crm/src/jobs.js';
import { JOB_KINDS as IDENTITY } from '../../apps/identity/src/jobs.js';
import { JOB_KINDS as MAIL } from '../../apps/mail/src/jobs.js';
import { JOB_KINDS as PAGES } from '../../apps/pages/src/jobs.js';
import { JOB_KINDS as PLATFORM } from '../../apps/platform/src/jobs.js';
import { JOB_KINDS as RUNTIME } from '../../apps/runtime/src/jobs.js';
import { EveryApp } from '../support/every-app.js';

const EVENT = 'Receivers apply an event once by its id; what it makes them send again is in decision 70';

/** Kinds of jobs that run once more after a restore, and why nobody outside is bothered by it. */
const REPEATS_HARMLESSLY: Record<string, Partial<Record<JobKind, string>>> = {
  identity: { 'app-event.deliver': EVENT },
  platform: {
    'app-event.deliver': EVENT,
    'feedback.process': 'What a report says of a message is recorded; the database that it was recorded in is gone',
  },
  mail: {
    'app-event.deliver': EVENT,
    'inbound.deliver': 'The mailbox lacks the message; its sender is not answered again',
    'mailbox.grant-owner': 'Grants what is granted already',
    'message-import.run': 'Adds the messages that the mailbox lacks',
  },
  pages: {
    'app-event.deliver': EVENT,
    'lead.check-email': 'Asks DNS about an address, and records the answer',
    'media.avif': 'Stores a picture once more, under the same name',
    'pages.outdated': 'Finds pages to render',
    'pages.render': 'Renders a page as it is',
  },
  crm: {
    'app-event.deliver': EVENT,
    'custom-field.clear': 'Clears what is cleared already',
    'contact.find-twins': 'Suggests contacts that may be one person, each once',
    'lead.captured': 'Sends an event',
    'contact-export.write': 'Writes the file anew; one of its attempts finishes',
    'contact-import.run': 'Goes on after the last line that was committed',
    'contact-import.undo': 'Undoes what is not undone yet',
  },
};

let apps: EveryApp;
let runtime: INestApplicationContext;

beforeAll(async () => {
  apps = await EveryApp.start();
  runtime = (await apps.pages.startRuntime()).app;
});
afterAll(() => apps?.close());

/** The kinds that a release leaves out, as the app declares them. */
const cancelledBy = (app: INestApplicationContext) =>
  app
    .get(DecoratedMethods, { strict: false })
    .list<JobKind[], []>(ON_CANCEL)
    .flatMap(({ metadata }) => metadata)
    .toSorted();

describe('after a restore', () => {
  it('each kind of job is either left out, or repeats harmlessly', () => {
    const kinds = { identity: IDENTITY, platform: PLATFORM, mail: MAIL, pages: PAGES, crm: CRM };
    for (const [name, declared] of Object.entries(kinds)) {
      const { app } = apps[name as keyof typeof kinds];
      const judged = [...cancelledBy(app), ...Object.keys(REPEATS_HARMLESSLY[name] ?? {})];
      expect([name, judged.toSorted()]).toEqual([name, declared.toSorted()]);
    }
  });

  it('the two apps that share an outbox leave out the same, since either may release it', () => {
    expect(RUNTIME.filter((kind) => !PAGES.includes(kind))).toEqual([]);
    expect(cancelledBy(runtime)).toEqual(cancelledBy(apps.pages.app));
  });
});
