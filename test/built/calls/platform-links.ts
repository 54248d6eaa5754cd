import { expectStatus } from '../support/account.js';
import { type Calls, plain } from '../support/calls.js';
import type { PlatformAccount } from './platform-rows.js';

const FORM = 'application/x-www-form-urlencoded';

/** Links in mails, as their readers follow them. */
export const LINK_CALLS: Calls<PlatformAccount> = {
  'GET /.well-known/webhooks.pem': plain,
  'GET /t/c/{token}': async (own) => ({ ids: [await tracked(own, /\/t\/c\/([\w.-]+)/)] }),
  'GET /t/o/{file}': async (own) => ({ ids: [await tracked(own, /\/t\/o\/([\w.-]+)/)] }),
  'GET /t/u/{token}': async (own) => ({ ids: [await tracked(own, /\/t\/u\/([\w.-]+)/)] }),
  'POST /t/u/{token}': async (own) => ({
    ids: [await tracked(own, /\/t\/u\/([\w.-]+)/)],
    raw: { type: FORM, content: 'List-Unsubscribe=One-Click' },
  }),
  'GET /t/p/{token}': async (own) => ({ ids: [await preferences(own)] }),
  'POST /t/p/{token}': async (own) => ({ ids: [await preferences(own)], raw: { type: FORM, content: '' } }),
  'GET /t/l/{token}': async (own) => ({ ids: [await confirmation(own)] }),
  'POST /t/l/{token}': async (own) => ({ ids: [await confirmation(own)], raw: { type: FORM, content: '' } }),
  'POST /t/l/{token}/again': async (own) => ({
    ids: [await confirmation(own)],
    raw: { type: FORM, content: '' },
    instead: { status: 429, because: 'The mail before was sent a moment ago' },
  }),
  'POST /t/r/{token}': {
    ids: ['forged'],
    instead: { status: 404, because: 'The address of a receipt is inside the message to the device' },
  },
};

/** Sends an e-mail that is tracked, and finds a link in it. */
async function tracked({ account, v1 }: PlatformAccount, link: RegExp): Promise<string> {
  const to = account.address();
  const body = await v1.email({
    Destination: { ToAddresses: [to] },
    Message: {
      Subject: { Data: account.mark },
      Body: { Html: { Data: '<p><a href="https://www.example.com/">Hello</a></p>' }, Text: { Data: 'Hello.' } },
    },
    TrackOpens: true,
    TrackClicks: true,
    ListUnsubscribe: true,
  });
  await expectStatus(v1.client.post('/v1/emails/send', body), 202);
  return account.outside.inSourceTo(to, link);
}

async function preferences(own: PlatformAccount): Promise<string> {
  const token = await tracked(own, /\/t\/u\/([\w.-]+)/);
  const { text } = await own.account.anonymous('platform').get(`/t/u/${token}`);
  return /\/t\/p\/([\w.-]+)/.exec(text)?.[1] ?? '';
}

/** Adds a contact to a list that asks first, and finds the link in the mail that asks. */
async function confirmation({ account, api }: PlatformAccount): Promise<string> {
  await api.sender();
  const list = await api.list({ DoubleOptIn: true });
  const email = account.address();
  const { Contact } = await expectStatus(api.client.post('/api/contacts', { Email: email }), 201);
  await expectStatus(api.client.post(`/api/lists/${list}/members`, { ContactIds: [Contact.Id] }), 200);
  return account.outside.inSourceTo(email, /\/t\/l\/([\w.-]+)/);
}
