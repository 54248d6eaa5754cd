import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';
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
import { useStack } from '../support/use-stack.js';

const carrier = useStack(startTextCarrier);
const stack = useStack(() => platformStack({ environment: { SMS_URL: smsUrl(carrier), SMS_FROM } }));

/** A line of each kind that costs the sender more than a text. */
const COSTLY: [string, string][] = [
  ['a premium number', '+19005550100'],
  ['a premium number in Brazil', '+550900123456'],
  ['a shared-cost number', '+491801234567'],
  ['a personal number', '+447012345678'],
];

describe('texts to numbers that cost more', () => {
  it.each(COSTLY)('are rejected: %s', async (_, To) => {
    const { live, tenant } = await createParty(stack);
    for (const client of [live, await tenant.key()]) {
      const { status, body } = await sendText(client, { To: [number(), To] });
      expect([status, body.Error.Code, body.Error.Details[0].Field]).toEqual([422, 'InvalidRecipient', 'To[1]']);
    }
  });

  it('are rejected for the code of a sender, too', async () => {
    const { session } = await createParty(stack);
    const { status, body } = await askForCode(session, await addSender(session, '+19005550100'));
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'Value']);
  });
});

describe('texts to countries that the tenant does not send to', () => {
  it('are rejected once it has a list, and accepted again without it', async () => {
    const { live, session, tenant } = await createParty(stack);
    const To = ['+4915112345678'];
    expect((await sendText(live, { To })).status).toBe(202);
    expect((await setCountries(session, ['BR', 'US'])).status).toBe(200);
    for (const client of [live, await tenant.key()]) {
      const { status, body } = await sendText(client, { To });
      expect([status, body.Error.Code, body.Error.Details[0].Message]).toEqual([
        422,
        'InvalidRecipient',
        expect.stringContaining('DE'),
      ]);
    }
    expect((await sendText(live)).status).toBe(202);
    expect((await setCountries(session, null)).status).toBe(200);
    expect((await sendText(live, { To })).status).toBe(202);
  });

  it('are rejected for networks of no country, by any list', async () => {
    const { live, session } = await createParty(stack);
    await setCountries(session, ['BR']);
    expect((await sendText(live, { To: ['+881612345678'] })).status).toBe(422);
  });

  it('leave the recipients of the sandbox to test keys', async () => {
    const { session, tenant } = await createParty(stack);
    await setCountries(session, ['BR']);
    expect((await sendText(await tenant.key(), { To: ['+15005550100'] })).status).toBe(202);
  });

  it.each([[['XX']], [['br']], ['BR'], [[1]], [Array(300).fill('BR')]])('are not a list for %j', async (Countries) => {
    const { session } = await createParty(stack);
    expect((await setCountries(session, Countries)).status).toBe(400);
  });

  it('are decided by admins, and the same for no other tenant', async () => {
    const [{ session, tenant }, other] = [await createParty(stack), await createParty(stack)];
    expect((await setCountries(await tenant.session('member'), ['BR'])).status).toBe(403);
    await setCountries(session, ['BR']);
    expect((await session.get('/api/sms/countries')).body).toMatchObject({ Countries: ['BR'], Allowed: ['BR'] });
    expect((await other.session.get('/api/sms/countries')).body).toMatchObject({ Countries: null, Allowed: null });
  });
});

describe('an installation that sends to some countries alone', () => {
  let limited: PlatformStack;

  beforeAll(async () => {
    const production = {
      NODE_ENV: 'production',
      ALLOWED_ORIGINS: 'https://app.example.com',
      PUSH_SUBJECT: 'mailto:ops@example.com',
    };
    const SMS_URL = smsUrl(carrier);
    limited = await platformStack({ environment: { ...production, SMS_URL, SMS_COUNTRIES: 'US,DE' } });
  });
  afterAll(() => limited?.close());

  it("sends in production to the tenant's own country until it has a list, and never beyond its own countries", async () => {
    const tenant = await limited.createTenant();
    const session = await tenant.session('admin');
    const live = (await tenant.createKey([], 'live')).client;
    const statuses = async () => {
      const answers = [];
      for (const To of ['+12025550143', '+4915112345678', '+5511987654321'])
        answers.push(await sendText(live, { To: [To] }));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([422, 422, 422]);
    const id = await addSender(session, '+12025550144');
    await limited.sql(`update sms_sender set confirmed_at = now(), confirmed_by = 'operator' where id = $1`, [id]);
    await session.patch(`/api/sms/senders/${id}`, { Default: true });
    expect(await statuses()).toEqual([202, 422, 422]);
    expect((await session.get('/api/sms/countries')).body).toMatchObject({ Countries: null, Allowed: ['US'] });
    await setCountries(session, ['DE', 'BR']);
    expect(await statuses()).toEqual([422, 202, 422]);
    expect((await session.get('/api/sms/countries')).body).toMatchObject({ Countries: ['BR', 'DE'], Allowed: ['DE'] });
    expect((await askForCode(session, await addSender(session, '+5511987654321'))).status).toBe(422);
  });
});

describe('the quota of texts', () => {
  it('counts segments, so that long texts do not cost more than the plan includes', async () => {
    const { tenant } = await createParty(stack);
    await tenant.setPlan('starter');
    await stack.sql(
      `insert into usage_counter (tenant_id, period, sms_sent, sms_segments)
       values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 100, 989)`,
      [tenant.id],
    );
    const client = await tenant.key();
    const Body = 'x'.repeat(1_600);
    expect((await sendText(client, { Body })).status).toBe(202);
    expect((await client.get('/v1/account/usage')).body.Usage).toMatchObject({ SmsSent: 101, SmsSegments: 1_000 });
    expect((await sendText(client, { Body: 'x' })).status).toBe(429);
  });

  it('counts the segments of each recipient, and of letters that take two octets', async () => {
    const { tenant } = await createParty(stack);
    const client = await tenant.key();
    await sendText(client, { To: [number(), number()], Body: 'ж'.repeat(71) });
    expect((await client.get('/v1/account/usage')).body.Usage).toMatchObject({ SmsSent: 2, SmsSegments: 4 });
  });
});
