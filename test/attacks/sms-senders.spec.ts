import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../support/http-client.js';
import { platformStack } from '../support/platform-stack.js';
import {
  addSender,
  askForCode,
  createParty,
  number,
  sendText,
  setCountries,
  SMS_FROM,
  smsUrl,
  startTextCarrier,
} from '../support/texting.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const carrier = useStack(startTextCarrier);
const stack = useStack(() => platformStack({ environment: { SMS_URL: smsUrl(carrier), SMS_FROM } }));
const operator = usePrepared(() => stack.operator());

/** The code that the carrier was given for a number. */
async function codeFor(value: string): Promise<string> {
  const { text } = await carrier.waitFor((one) => new URLSearchParams(one.text).get('To') === value);
  return /\d{6}/.exec(new URLSearchParams(text).get('Body') ?? '')?.[0] ?? '';
}

const confirm = (session: HttpClient, id: string, Code: string) =>
  session.post(`/api/sms/senders/${id}/confirm`, { Code });

/** Another code of six digits. */
const otherThan = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe('a live text in the name of another', () => {
  it.each(['+12025550199', 'MyBank'])('is rejected: From %s is not a sender of the tenant', async (From) => {
    const { live } = await createParty(stack);
    const { status, body } = await sendText(live, { From });
    expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidParameter', 'From']);
  });

  it('is rejected while the sender is not confirmed, and accepted afterwards', async () => {
    const { live, session } = await createParty(stack);
    const id = await addSender(session, 'MyShop');
    expect((await sendText(live, { From: 'MyShop' })).status).toBe(422);
    expect((await operator.post(`/api/admin/sms/senders/${id}/confirm`, {})).status).toBe(200);
    expect((await sendText(live, { From: 'MyShop' })).status).toBe(202);
    expect((await session.delete(`/api/sms/senders/${id}`)).status).toBe(204);
    expect((await sendText(live, { From: 'MyShop' })).status).toBe(422);
  });

  it("is rejected with another tenant's sender", async () => {
    const [owner, thief] = [await createParty(stack), await createParty(stack)];
    const own = number();
    const id = await addSender(owner.session, own);
    await operator.post(`/api/admin/sms/senders/${id}/confirm`, {});
    expect((await sendText(owner.live, { From: own })).status).toBe(202);
    expect((await sendText(thief.live, { From: own })).status).toBe(422);
    const copy = await addSender(thief.session, own);
    const { status, body } = await operator.post(`/api/admin/sms/senders/${copy}/confirm`, {});
    expect([status, body.Error.Code]).toEqual([409, 'AlreadyExists']);
    expect((await sendText(thief.live, { From: own })).status).toBe(422);
  });
});

describe('confirming a number that another has', () => {
  it('needs the code that its telephone got: five guesses end it, the right one included', async () => {
    const { session } = await createParty(stack);
    const value = number();
    const id = await addSender(session, value);
    expect((await askForCode(session, id)).body).toMatchObject({ Code: null });
    const code = await codeFor(value);
    const guesses = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((by) => confirm(session, id, otherThan(code, by))));
    expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 422));
    expect((await confirm(session, id, code)).status).toBe(422);
    expect((await session.get(`/api/sms/senders/${id}`)).body.Sender.State).toBe('pending');
  });

  it('is over when the code has expired', async () => {
    const { session } = await createParty(stack);
    const value = number();
    const id = await addSender(session, value);
    await askForCode(session, id);
    const code = await codeFor(value);
    await stack.sql(`update sms_sender set code_expires_at = now() - interval '1 second' where id = $1`, [id]);
    expect((await confirm(session, id, code)).status).toBe(422);
  });

  it('takes the right code once, and keeps none that could be read', async () => {
    const { session, live } = await createParty(stack);
    const value = number();
    const id = await addSender(session, value);
    await askForCode(session, id);
    const code = await codeFor(value);
    const [row] = await stack.sql<{ row: string }>(
      `select row_to_json(s)::text as row from sms_sender s where id = $1`,
      [id],
    );
    expect(row?.row).not.toContain(code);
    const { status, body } = await confirm(session, id, code);
    expect([status, body.Sender.State]).toEqual([200, 'confirmed']);
    expect((await confirm(session, id, code)).status).toBe(409);
    expect((await sendText(live, { From: value })).status).toBe(202);
  });

  it('texts the telephone three times a day at most, whichever tenant asks', async () => {
    const value = number();
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { session } = await createParty(stack);
      statuses.push((await askForCode(session, await addSender(session, value))).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  it('texts ten codes a day at most for one tenant, although it removes and adds the senders', async () => {
    const { session } = await createParty(stack);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const id = await addSender(session, number());
      statuses.push((await askForCode(session, id)).status);
      await session.delete(`/api/sms/senders/${id}`);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
  });

  it('is not for alphanumeric senders, and not for members or other tenants', async () => {
    const { session, tenant } = await createParty(stack);
    const id = await addSender(session, 'MyBank');
    expect((await askForCode(session, id)).status).toBe(422);
    const member = await tenant.session('member');
    expect((await member.post('/api/sms/senders', { Value: number() })).status).toBe(403);
    expect((await askForCode(member, id)).status).toBe(403);
    const rival = (await createParty(stack)).session;
    expect((await askForCode(rival, id)).status).toBe(404);
    expect((await session.post(`/api/admin/sms/senders/${id}/confirm`, {})).status).toBe(403);
  });
});

describe('a code, which the operator pays for before anything is proved', () => {
  /** Asks for the code of a number that was added a moment ago. */
  const codeOfNew = async (session: HttpClient, value = number()) =>
    askForCode(session, await addSender(session, value));

  async function partyWithPlan(limits: { Sms?: number | null; DailyRamp?: number | null }) {
    const Name = `p${randomBytes(4).toString('hex')}`;
    const { Sms = null, DailyRamp = null } = limits;
    const Quota = { Email: null, Sms, Push: null };
    const CallsPerMinute = { Send: null, Read: null, Write: null };
    expect((await operator.post('/api/admin/plans', { Name, Quota, DailyRamp, CallsPerMinute })).status).toBe(201);
    const party = await createParty(stack);
    await party.tenant.setPlan(Name);
    return { ...party, session: await party.tenant.session('admin') };
  }

  it('is not texted for a user without a verified address', async () => {
    const { tenant } = await createParty(stack);
    const memberships = [{ tenantId: tenant.id, slug: tenant.slug, role: 'admin' as const }];
    const { client } = await stack.createSession({ operator: false, memberships, verified: false });
    const { status, body } = await codeOfNew(client);
    expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
  });

  it('goes to the country of the installation’s sender, until the account has a list', async () => {
    const { session } = await createParty(stack);
    const id = await addSender(session, '+4915112345678');
    const { status, body } = await askForCode(session, id);
    expect([status, body.Error.Details[0]]).toEqual([422, { Field: 'Value', Message: expect.stringContaining('DE') }]);
    await setCountries(session, ['DE']);
    expect((await askForCode(session, id)).status).toBe(202);
    expect((await codeOfNew(session)).status).toBe(422);
  });

  it('goes to the countries of confirmed numbers, and not to that of a number that only waits', async () => {
    const { session } = await createParty(stack);
    const id = await addSender(session, '+4915112345600');
    expect((await codeOfNew(session, '+4915112345601')).status).toBe(422);
    await operator.post(`/api/admin/sms/senders/${id}/confirm`, {});
    expect((await codeOfNew(session, '+4915112345602')).status).toBe(202);
  });

  it.each([
    ['a satellite telephone', '+881612345678'],
    ['an international network', '+883510012345678'],
    ['a premium number', '+19005550100'],
  ])('goes to no number that costs more: %s', async (_, value) => {
    const { session } = await createParty(stack);
    await setCountries(session, ['US', 'BR']);
    expect((await codeOfNew(session, value)).status).toBe(422);
  });

  it('counts towards the quota', async () => {
    const { session, live } = await partyWithPlan({ Sms: 1 });
    expect((await codeOfNew(session)).status).toBe(202);
    const { status, body } = await codeOfNew(session);
    expect([status, body.Error.Code]).toEqual([429, 'QuotaExceeded']);
    expect((await live.get('/v1/account/usage')).body.Usage).toMatchObject({ SmsSent: 1, SmsSegments: 1 });
  });

  it('counts towards the daily limit of a new account', async () => {
    const { session, live } = await partyWithPlan({ DailyRamp: 2 });
    expect((await codeOfNew(session)).status).toBe(202);
    expect((await sendText(live)).status).toBe(202);
    expect((await codeOfNew(session)).body.Error.Code).toBe('QuotaExceeded');
  });

  it('is not for a plan without texts', async () => {
    const { session } = await partyWithPlan({ Sms: 0 });
    expect((await codeOfNew(session)).body.Error.Code).toBe('PlanLimitExceeded');
  });

  it('is texted as often a day as the operator allows for all accounts together', async () => {
    const environment = { SMS_URL: smsUrl(carrier), SMS_FROM, SMS_CODES_PER_DAY: '2' };
    const frugal = await platformStack({ environment });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await codeOfNew((await createParty(frugal)).session)).status);
      expect(statuses).toEqual([202, 202, 429]);
    } finally {
      await frugal.close();
    }
  });
});

describe('a live text without From', () => {
  it("leaves with the tenant's default sender, else with that of the installation", async () => {
    const { session, live } = await createParty(stack);
    const fromOf = async (To: string) => {
      await sendText(live, { To: [To] });
      await waitUntil(() => carrier.requests.some(({ text }) => new URLSearchParams(text).get('To') === To));
      const request = carrier.requests.find(({ text }) => new URLSearchParams(text).get('To') === To);
      return new URLSearchParams(request?.text).get('From');
    };
    expect(await fromOf(number())).toBe(SMS_FROM);
    const id = await addSender(session, 'MyShop');
    await session.patch(`/api/sms/senders/${id}`, { Default: true });
    expect(await fromOf(number())).toBe(SMS_FROM);
    await operator.post(`/api/admin/sms/senders/${id}/confirm`, {});
    expect(await fromOf(number())).toBe('MyShop');
  });
});
