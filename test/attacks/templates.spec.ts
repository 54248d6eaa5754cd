import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { OwnTime } from '#libs/core/process';
import type { HttpClient } from '../support/http-client.js';
import { platformStack, type PlatformStack, type TestTenant } from '../support/platform-stack.js';

// Templates that are made to take the time or memory of the process. Their sender gets a 422 within a second; meanwhile
// `/healthz` answers within 200 ms, and the messages of others are accepted.

let stack: PlatformStack;
let attacker: TestTenant;
let key: HttpClient;
let session: HttpClient;
let rival: HttpClient;
let rivalSend: object;

beforeAll(async () => {
  stack = await platformStack();
  attacker = await stack.createTenant();
  [key, session] = [await attacker.key(), await attacker.session()];
  const tenant = await stack.createTenant();
  rival = await tenant.key();
  const Text = '{% for item in items %}{{ item.title }} {% endfor %}';
  const Template = { Name: 'Receipt', Channel: 'email', Subject: 'Order {{ order }}', Text };
  const { body } = await (await tenant.session()).post('/api/templates', Template);
  rivalSend = {
    Source: tenant.source,
    Destination: { ToAddresses: ['ana@example.test'] },
    TemplateId: body.Template.Id,
    TemplateData: { order: 1, items: Array.from({ length: 20 }, (_, n) => ({ title: `Tea ${n}` })) },
  };
  // The threads are started.
  await rival.post('/v1/emails/send', rivalSend);
});
afterAll(() => stack?.close());

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const repeated = 'a'.repeat(100_000);
/** The engine's own search takes the product of both lengths for these, and nothing can interrupt it. */
const slowPattern = `${'a'.repeat(15_000)}b${'a'.repeat(15_000)}`;

interface Attack {
  text: string;
  data: object;
}

const ATTACKS: Record<string, Attack> = {
  'nested loops': {
    text: '{% for i in (1..3000) %}{% for j in (1..3000) %}{% endfor %}{% endfor %}',
    data: {},
  },
  '`contains` on a list, in a loop over 32 KB': {
    text: '{% for a in list %}{% if list contains a %}{% endif %}{% endfor %}',
    data: { list: numbers(6_500) },
  },
  '`contains` with lists that differ at their end': {
    text: '{% if lists contains list %}{% endif %}'.repeat(3_000),
    data: { lists: numbers(50).map(() => numbers(400)), list: [...numbers(399), -1] },
  },
  'comparisons of lists in one tag': {
    text: `{% case a %}${'{% when b %}'.repeat(2_000)}{% endcase %}`,
    data: { a: [...numbers(20_000), 1], b: [...numbers(20_000), 2] },
  },
  'a search that cannot be interrupted': {
    text: '{% if text contains pattern %}{% endif %}'.repeat(100),
    data: { text: repeated, pattern: slowPattern },
  },
  'a split that cannot be interrupted': {
    text: '{{ text | split: pattern | size }}'.repeat(100),
    data: { text: repeated, pattern: slowPattern },
  },
  'concatenation that doubles': {
    text: "{% assign s = 'ab' %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}",
    data: {},
  },
  'a replacement that multiplies': {
    text: `{% assign s = 'aaaaaaaaaa' %}${"{% assign s = s | replace: 'a', s %}".repeat(10)}{{ s }}`,
    data: {},
  },
  'a capture that doubles': {
    text: `{% capture s %}{{ text }}{% endcapture %}${'{% capture s %}{{ s }}{{ s }}{% endcapture %}'.repeat(40)}{{ s }}`,
    data: { text: repeated },
  },
  'sorting again and again': {
    text: `{{ list${' | sort'.repeat(5_000)} | size }}`,
    data: { list: numbers(30_000).map((n) => (n * 7_919) % 30_011) },
  },
  'a list that contains itself many times': {
    text: `{% assign a = 'x' | split: ',' %}${'{% assign a = a | push: a %}'.repeat(60)}{{ a }}`,
    data: {},
  },
  'output of a long list of nothing': {
    text: '{% for i in (1..30000) %}{{ list }}{% endfor %}',
    data: { list: Array<null>(40_000).fill(null) },
  },
  'long ranges': { text: '{% if (1..7000000) contains 0 %}{% endif %}'.repeat(1_000), data: {} },
  'a wide date': { text: "{{ 'now' | date: '%1000000000Y' }}", data: {} },
};

/** Stores a template past the check, as an earlier version may have kept it. */
async function store(text: string): Promise<string> {
  const id = newId('tpl');
  await stack.sql(
    `insert into template (tenant_id, id, name, channel, subject, text) values ($1, $2, $2, 'email', 'Hello', $3)`,
    [attacker.id, id, text],
  );
  return id;
}

const mail = (TemplateId: string, TemplateData: object) => ({
  Source: attacker.source,
  Destination: { ToAddresses: ['ana@example.test'] },
  TemplateId,
  TemplateData,
});

interface Observed<T> {
  answer: T;
  /** Until the answer, as on a machine that does nothing else: work is limited by processor time. */
  ms: number;
  /** The longest that a look at /healthz took meanwhile, as on such a machine. */
  healthMs: number;
  /** Statuses that others got for their messages meanwhile. */
  others: Set<number>;
}

async function observe<T>(attack: () => Promise<T>): Promise<Observed<T>> {
  const attacking = { isOn: true };
  let healthMs = 0;
  const others = new Set<number>();
  const lookAtHealth = async () => {
    while (attacking.isOn) healthMs = Math.max(healthMs, await timeOf(() => stack.anonymous.get('/healthz')));
  };
  const sendOthers = async () => {
    while (attacking.isOn) others.add((await rival.post('/v1/emails/send', rivalSend)).status);
  };
  const meanwhile = [lookAtHealth(), sendOthers()];
  const slowness = slownessNow();
  const start = performance.now();
  try {
    const answer = await attack();
    const ms = performance.now() - start;
    const times = Math.max(slowness, slownessNow());
    return { answer, ms: ms / times, healthMs: healthMs / times, others };
  } finally {
    attacking.isOn = false;
    await Promise.all(meanwhile);
  }
}

/** How many times longer work takes by the clock than by the processor, because other processes run. */
function slownessNow(): number {
  const [time, workMs, start] = [new OwnTime(), 20, performance.now()];
  const end = time.nowNs() + BigInt(workMs * 1e6);
  while (time.nowNs() < end);
  return Math.max(1, (performance.now() - start) / workMs);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * The quickest of several attempts: what else the machine does comes and goes, what the attack costs stays. 429 is an
 * answer without an attack: no thread was free.
 */
async function observeBest<T extends { status: number }>(attack: () => Promise<T>): Promise<Observed<T>> {
  const cost = ({ answer, ms, healthMs }: Observed<T>) =>
    answer.status === 429 ? Number.POSITIVE_INFINITY : Math.max(ms, healthMs * 5);
  let best = await observe(attack);
  for (let n = 0; n < 5 && cost(best) > 750; n += 1) {
    const next = await observe(attack);
    if (cost(next) < cost(best)) best = next;
  }
  return best;
}

function expectNoHarm({ ms, healthMs, others }: Observed<unknown>): void {
  expect(ms).toBeLessThan(1_000);
  expect(healthMs).toBeLessThan(200);
  expect([...others]).toEqual([202]);
}

describe.each(Object.entries(ATTACKS))('%s', (_name, { text, data }) => {
  it('is rejected when it is sent, within a second and at no cost to others', async () => {
    const template = await store(text);
    const observed = await observeBest(() => key.post('/v1/emails/send', mail(template, data)));
    const { status, body } = observed.answer;
    expect([status, body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expect(body.Error.Message).toContain(`${template} take too much time or memory to fill in`);
    expectNoHarm(observed);
  });
});

describe('a template that takes too much', () => {
  const { text, data } = ATTACKS['comparisons of lists in one tag'] as Attack;

  it('fails alone in a batch', async () => {
    const template = await store(text);
    const plain = await store('Hello {{ name }}');
    const own = mail(plain, { name: 'Ana' });
    const Messages = [own, mail(template, data), own, attacker.email()];
    const observed = await observeBest(() => key.post('/v1/emails/batch', { Messages }));
    const results = observed.answer.body.Results as { MessageId?: string; Error?: { Message: string } }[];
    expect(results.map(({ MessageId }) => MessageId !== undefined)).toEqual([true, false, true, true]);
    expect(results[1]?.Error?.Message).toContain(`makes ${template} take too much`);
    expectNoHarm(observed);
  });

  it('uses up what a call may have when a batch is full of it', async () => {
    const template = await store(ATTACKS['long ranges']?.text ?? '');
    const Messages = Array<object>(500).fill(mail(template, {}));
    const attack = () => key.post('/v1/emails/batch', { Messages });
    let observed = await observe(attack);
    for (let n = 0; n < 5 && observed.others.has(429); n += 1) observed = await observe(attack);
    const results = observed.answer.body.Results as { Error?: { Code: string } }[];
    expect(results.every(({ Error: error }) => error?.Code === 'InvalidParameter')).toBe(true);
    expect(observed.healthMs).toBeLessThan(500);
    expect([...observed.others]).toEqual([202]);
  });

  it('is rejected by the preview', async () => {
    const template = await store(text);
    const preview = () => session.post(`/api/templates/${template}/preview`, { Data: data });
    const observed = await observeBest(preview);
    expect([observed.answer.status, observed.answer.body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expectNoHarm(observed);
  });

  it('is rejected when a member sends it', async () => {
    const template = await store(text);
    const message = { Channel: 'email', ...mail(template, data) };
    const { status, body } = await session.post('/api/messages/send', message);
    expect([status, body.Error.Code]).toEqual([422, 'InvalidParameter']);
  });

  it('pauses a campaign behind the contact that it takes too much for, and says so', async () => {
    const ListId = (await session.post('/api/lists', { Name: 'All' })).body.List.Id as string;
    for (const name of ['ana', 'bob']) {
      const { body } = await session.post('/api/contacts', { Email: `${name}@example.test` });
      await session.post(`/api/lists/${ListId}/members`, { ContactIds: [body.Contact.Id] });
    }
    const draft = { Name: 'News', ListId, Source: attacker.source, Subject: 'News', Text: text, TemplateData: data };
    const { Id } = (await session.post('/api/campaigns', draft)).body.Campaign;
    await session.post(`/api/campaigns/${Id}/start`, {});
    const paused = await waitUntil(
      async () => {
        const { Campaign } = (await session.get(`/api/campaigns/${Id}`)).body;
        return Campaign.Status === 'paused' ? Campaign : undefined;
      },
      { timeoutMs: 15_000, what: 'the campaign to pause' },
    );
    expect(paused.Error).toMatch(/InvalidParameter: .*take too much time or memory.* \(contact cnt_[0-9a-f]{16}\)$/);
    expect(paused.Progress).toMatchObject({ Accepted: 0, Failed: 1 });
  });

  it('leaves others their messages when its sender has many of them at once', async () => {
    const template = await store(text);
    const attack = () =>
      Promise.all(Array.from({ length: 12 }, () => key.post('/v1/emails/send', mail(template, data))));
    let observed = await observe(attack);
    // On a busy machine a thread may be late for another's message: the best of a few attempts shows what others are left.
    for (let n = 0; n < 5 && observed.others.has(429); n += 1) observed = await observe(attack);
    expect(observed.answer.filter(({ status }) => status !== 422 && status !== 429)).toEqual([]);
    expect([...observed.others]).toEqual([202]);
  });
});

describe('a template with an expression for each item of a list', () => {
  const list = (bytes: number) => numbers(bytes / 5);
  const grouping = "{{ list | group_by_exp: 'a', 'list contains a' | size }}";

  it('cannot be saved', async () => {
    const template = { Name: 'Grouped', Channel: 'email', Subject: 'Hello', Text: grouping };
    const { status, body } = await session.post('/api/templates', template);
    expect([status, body.Error.Details[0]]).toEqual([
      422,
      { Field: 'Text', Message: 'uses group_by_exp, which templates do not have: prepare the list in the data' },
    ]);
    const { Id } = (await session.post('/api/templates', { ...template, Text: 'Hello' })).body.Template;
    expect((await session.patch(`/api/templates/${Id}`, { Text: grouping })).status).toBe(422);
  });

  it.each([8_000, 32_000])('is rejected when it was saved before, with %i bytes of data', async (bytes) => {
    const template = await store(grouping);
    const observed = await observeBest(() => key.post('/v1/emails/send', mail(template, { list: list(bytes) })));
    expect([observed.answer.status, observed.answer.body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expect(observed.answer.body.Error.Message).toContain('uses group_by_exp');
    expectNoHarm(observed);
  });
});

describe('the text of a template', () => {
  it.each([
    ['many outputs', '{{a}}'.repeat(60_000)],
    ['many lines of one tag', `{% liquid\n${'echo a\n'.repeat(40_000)}%}`],
    ['deep nesting', '{% if a %}'.repeat(9_000) + '{% endif %}'.repeat(9_000)],
  ])('is rejected with %s, at no cost to others', async (_what, Text) => {
    const template = { Name: 'Long', Channel: 'email', Subject: 'Hello', Text };
    const observed = await observeBest(() => session.post('/api/templates', template));
    expect([observed.answer.status, observed.answer.body.Error.Code]).toEqual([422, 'InvalidParameter']);
    expectNoHarm(observed);
  });
});
