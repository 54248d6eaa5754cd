import type { INestApplicationContext } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { DecoratedMethods, type JobKind, ON_CANCEL, ON_DEAD } from '#libs/core/jobs';
import { JOB_KINDS as CRM } from '../../apps/crm/src/jobs.js';
import { JOB_KINDS as IDENTITY } from '../../apps/identity/src/jobs.js';
import { JOB_KINDS as MAIL } from '../../apps/mail/src/jobs.js';
import { JOB_KINDS as PAGES } from '../../apps/pages/src/jobs.js';
import { JOB_KINDS as PLATFORM } from '../../apps/platform/src/jobs.js';
import { JOB_KINDS as RUNTIME } from '../../apps/runtime/src/jobs.js';
import { EveryApp } from '../support/every-app.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const EVENT = 'Receivers apply an event once by its id; what it makes them send again is in decision 70';

/** Kinds of jobs that run once more after a restore, and why nobody outside is bothered by it. */
const REPEATS_HARMLESSLY: Record<string, Partial<Record<JobKind, string>>> = {
  identity: { 'app-event.deliver': EVENT },
  platform: {
    'app-event.deliver': EVENT,
    'feedback.process': 'What a report says of a message is recorded; the database that it was recorded in is gone',
    'inbound.read': 'Reads a mail that is not read there; its event names the same mail as the one before',
    'journey-list.join': 'Puts on a list who is not on it yet',
  },
  mail: {
    'app-event.deliver': EVENT,
    'inbound.deliver': 'The mailbox lacks the message; its sender is not answered again',
    'mailbox.grant-owner': 'Grants what is granted already',
    'message-import.run': 'Adds the messages that the mailbox lacks',
  },
  pages: {
    'app-event.deliver': EVENT,
    'lead.announce-held': 'Tells of leads that wait to be told of, once',
    'lead.check-email': 'Asks DNS about an address, and records the answer',
    'media.avif': 'Stores a picture once more, under the same name',
    'pages.outdated': 'Finds pages to render',
    'pages.render': 'Renders a page as it is',
  },
  crm: {
    'app-event.deliver': EVENT,
    'contact-changes.tell': 'Begins journeys, which leave out messages and calls of changes from before the restore',
    'custom-field.clear': 'Clears what is cleared already',
    'contact.find-twins': 'Suggests contacts that may be one person, each once',
    'lead.captured': 'Sends an event',
    'contact-export.write': 'Writes the file anew; one of its attempts finishes',
    'contact-import.run': 'Goes on after the last line that was committed',
    'contact-import.undo': 'Undoes what is not undone yet',
    'journey.settle': 'Stops, or resumes, who was inside a journey by then',
    'scores.fill': 'Computes scores anew',
    'segment.fill': 'Judges all contacts anew',
  },
};

const RETRIED = 'An operator retries it; nobody is shown that it runs';
const OF_A_MESSAGE = 'An operator retries it; a message that has not gone is shown as that';

/** Kinds of jobs that become dead letters without a word to a user, and why. */
const DIES_QUIETLY: Record<string, Partial<Record<JobKind, string>>> = {
  identity: { 'app-event.deliver': RETRIED, 'mail.send': RETRIED, 'password.forgotten': RETRIED },
  platform: {
    'app-event.deliver': RETRIED,
    'email.deliver': OF_A_MESSAGE,
    'sms.deliver': OF_A_MESSAGE,
    'sms.deliver-own': OF_A_MESSAGE,
    'push.deliver': OF_A_MESSAGE,
    'feedback.process': RETRIED,
    'inbound.read': 'An operator retries it; the mail is shown as not read yet, and its raw message can be downloaded',
    'journey-list.join': RETRIED,
    'journey-message.send': RETRIED,
    'lead-mail.send': RETRIED,
    'list.ask-member': 'The member stays one that was not asked yet',
    'sms.help': RETRIED,
    'sms.sender-code': 'The user asks for another code',
    'webhook.deliver': 'The delivery is shown as one that waits, and can be repeated',
  },
  mail: {
    'app-event.deliver': RETRIED,
    'vacation.answer': RETRIED,
    'forwarding.ask': 'The address stays one that was not confirmed, and can be asked again',
    'inbound.deliver': RETRIED,
    'mailbox.grant-owner': RETRIED,
    'outgoing.send': OF_A_MESSAGE,
  },
  pages: {
    'media.avif': 'The picture is shown in its other formats',
    'pages.outdated': 'The pages are shown as they were published',
    'pages.render': 'The page is shown as it was published',
    'app-event.deliver': RETRIED,
    'lead.announce': RETRIED,
    'lead.announce-held': RETRIED,
    'lead.ask-confirmation': RETRIED,
    'lead.check-email': RETRIED,
  },
  crm: {
    'app-event.deliver': RETRIED,
    'contact-changes.tell': RETRIED,
    'custom-field.clear': 'The field is gone for users already',
    'contact.find-twins': RETRIED,
    'journey.settle': 'Those inside are shown as waiting, or as paused',
    'lead.captured': RETRIED,
    'scores.fill': 'Contacts are shown with the scores that they have',
    'segment.fill': 'The segment is shown as one that is not complete yet',
  },
};

const apps = useStack(() => EveryApp.start());
const runtime = usePrepared(async () => (await apps.pages.startRuntime()).app);

/** The kinds for which the app declares what to do. */
const declaredBy = (app: INestApplicationContext, what: symbol) =>
  app
    .get(DecoratedMethods, { strict: false })
    .list<JobKind[], []>(what)
    .flatMap(({ metadata }) => metadata)
    .toSorted();

/** The kinds that a release leaves out. */
const cancelledBy = (app: INestApplicationContext) => declaredBy(app, ON_CANCEL);

describe('when a job is a dead letter', () => {
  it('a user who waits for it is told, or there is none', () => {
    const kinds = { identity: IDENTITY, platform: PLATFORM, mail: MAIL, pages: PAGES, crm: CRM };
    for (const [name, declared] of Object.entries(kinds)) {
      const { app } = apps[name as keyof typeof kinds];
      const judged = [...declaredBy(app, ON_DEAD), ...Object.keys(DIES_QUIETLY[name] ?? {})];
      expect([name, judged.toSorted()]).toEqual([name, declared.toSorted()]);
    }
  });
});

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
