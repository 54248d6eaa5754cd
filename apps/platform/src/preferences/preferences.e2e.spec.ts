import { simpleParser } from 'mailparser';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { createAccount, draft, inStatus, step } from '../campaigns/campaigns.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { whileWaiting } from '../../../../test/support/while-waiting.js';

const PUBLIC_URL = 'https://t.demo.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const stack = useStack(() => platformStack({ environment: { PUBLIC_URL } }));
const acme = usePrepared(() => stack.createTenant());
const key = usePrepared(() => acme.key());
const session = usePrepared(() => acme.session());
let templateId: string;
let topics: Record<string, string>;

beforeAll(async () => {
  const made = async (topic: object) => (await session.post('/api/topics', topic)).body.Topic.Id;
  topics = {
    news: await made({ Name: 'Product news', Description: 'Once a month' }),
    offers: await made({ Name: 'Offers' }),
    receipts: await made({ Name: 'Receipts', Transactional: true }),
  };
  const { body } = await session.post('/api/templates', {
    Name: 'Linked',
    Channel: 'email',
    Subject: 'Hello',
    Html: '<p><a href="{{ preferences_url }}">Choose</a> <a href="{{ unsubscribe_url }}">Leave</a></p>',
    Text: '{{ preferences_url }} {{ unsubscribe_url }}',
  });
  templateId = body.Template.Id;
});
interface Received {
  html: string;
  text: string;
  preferences: string;
  unsubscribe: string;
}

/** The next mail to the address. */
async function received(to: string): Promise<Received> {
  const { raw } = await stack.mail.waitFor((one) => one.to.includes(to));
  const { html, text = '' } = await simpleParser(raw);
  const pathOf = (kind: string) => new RegExp(`https://t\\.demo\\.test(/t/${kind}/[\\w-]+)`).exec(text)?.[1] ?? '';
  return { html: String(html), text, preferences: pathOf('p'), unsubscribe: pathOf('u') };
}

/** The path of the preference page of a new mail to the address. */
async function linkFor(to: string, more: object = {}): Promise<string> {
  const { Source } = acme.email({ to: [to] });
  const answer = await key.post('/v1/emails/send', {
    Source,
    Destination: { ToAddresses: [to] },
    TemplateId: templateId,
    ...more,
  });
  expect(answer.status).toBe(202);
  return (await received(to)).preferences;
}

const show = (path: string, headers: Record<string, string> = {}) => stack.anonymous.with(headers).get(path);

/** Presses the button of a page that was read before. */
async function submit(path: string, page: string, ...choices: string[]): Promise<string> {
  const body = new URLSearchParams();
  for (const [, id] of page.matchAll(/name="shown" value="(\w+)"/g)) body.append('shown', id!);
  for (const id of choices) body.append('choice', id);
  const { status, text } = await stack.anonymous.send('POST', path, body.toString(), FORM);
  expect(status).toBe(200);
  return text;
}

const choose = async (path: string, ...choices: string[]): Promise<string> =>
  submit(path, (await show(path)).text, ...choices);

const nothing = (path: string) => stack.anonymous.send('POST', path, 'nothing=1', FORM);

/** The choices of a page, and whether each is ticked. */
const choicesIn = (html: string): Record<string, boolean> =>
  Object.fromEntries(
    [...html.matchAll(/name="choice" value="(\w+)"\s*(checked)?/g)].map(([, id, isOn]) => [id, isOn !== undefined]),
  );

const entriesOf = async (address: string): Promise<string[]> => {
  const rows = await stack.sql<{ topic: string }>(
    'select topic from suppression where tenant_id = $1 and address = $2 order by topic',
    [acme.id, address],
  );
  return rows.map(({ topic }) => topic);
};

describe('the links of a template', () => {
  it('are those of the message, whatever the data says', async () => {
    const to = 'links@example.test';
    const path = await linkFor(to, { TemplateData: { preferences_url: 'https://evil.test', unsubscribe_url: 'x' } });
    expect(path).not.toBe('');
    const { html, text } = await received(to);
    for (const part of [html, text]) expect(part).not.toMatch(/evil|invalid/);
    expect(html).toContain(`href="${PUBLIC_URL}${path}"`);
  });

  it('are in campaigns, too, and lead to what each contact gets', async () => {
    const owner = await createAccount(stack, [{ Email: 'linked@example.test' }]);
    const id = await draft(owner, {
      Html: '<a href="{{ preferences_url }}">Choose</a>',
      Text: '{{ preferences_url }}',
    });
    await step(owner, id, 'start');
    await inStatus(owner, id, 'completed');
    const { preferences } = await received('linked@example.test');
    const page = (await show(preferences)).text;
    expect(choicesIn(page)).toEqual({ [owner.listId]: true, none: true });
    expect(page).toContain('The list by which the e-mail came');
  });

  it('are placeholders in a preview', async () => {
    const { body } = await session.post(`/api/templates/${templateId}/preview`, { Data: {} });
    expect(JSON.stringify(body)).toContain('https://preferences-link.invalid/');
  });
});

describe('the preference page', () => {
  it('shows the topics that are not transactional, and changes nothing when it is opened', async () => {
    const path = await linkFor('shown@example.test');
    for (let opened = 0; opened < 2; opened += 1) {
      const { status, text, headers } = await show(path);
      expect(status).toBe(200);
      expect(choicesIn(text)).toEqual({ [topics['news']!]: true, [topics['offers']!]: true, none: true });
      expect(text).toContain('Once a month');
      expect(text).not.toContain('shown@example.test');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
    expect(await entriesOf('shown@example.test')).toEqual([]);
  });

  it('lifts what the account noted as the wish of the recipient, and shows no topic that it holds back by itself', async () => {
    const [to, path] = ['noted@example.test', await linkFor('noted@example.test')];
    await session.post('/api/suppressions', { Address: to, TopicId: topics['news'] });
    await session.post('/api/suppressions', { Address: to, TopicId: topics['offers'], Reason: 'manual' });
    expect(choicesIn((await show(path)).text)).toEqual({ [topics['news']!]: false, none: true });
    await choose(path, topics['news']!, topics['offers']!, 'none');
    expect(await entriesOf(to)).toEqual([topics['offers']]);
  });

  it('suppresses what is not ticked, and lifts it when it is ticked again', async () => {
    const [to, path] = ['some@example.test', await linkFor('some@example.test')];
    await choose(path, topics['news']!, 'none');
    expect(await entriesOf(to)).toEqual([topics['offers']]);
    expect(choicesIn((await show(path)).text)).toEqual({
      [topics['news']!]: true,
      [topics['offers']!]: false,
      none: true,
    });
    await choose(path, topics['news']!, topics['offers']!, 'none');
    expect(await entriesOf(to)).toEqual([]);
  });

  it('holds back what is of no topic, and nothing else, where that is not ticked', async () => {
    const [to, path] = ['other@example.test', await linkFor('other@example.test')];
    await choose(path, topics['news']!, topics['offers']!);
    expect(await entriesOf(to)).toEqual(['none']);
    const { body } = await session.get(`/api/suppressions?q=${to}`);
    expect(body.Suppressions[0]).toMatchObject({ TopicId: 'none', AllowsTransactional: false });
    expect((await key.post('/v1/emails/send', acme.email({ to: [to] }))).body.Error.Code).toBe('SuppressedAddress');
    const ofTopic = acme.email({ to: [to], TopicId: topics['news'] });
    expect((await key.post('/v1/emails/send', ofTopic)).status).toBe(202);
    expect((await show(path)).text).toContain('Anything else');
    await choose(path, 'none', topics['news']!, topics['offers']!);
    expect(await entriesOf(to)).toEqual([]);
  });

  it('leaves a topic as it is that came up after the page was opened', async () => {
    const [to, path] = ['late@example.test', await linkFor('late@example.test')];
    const page = (await show(path)).text;
    const { Id } = (await session.post('/api/topics', { Name: 'Later' })).body.Topic;
    await submit(path, page, topics['news']!, 'none');
    expect(await entriesOf(to)).toEqual([topics['offers']]);
    expect(choicesIn((await show(path)).text)).toMatchObject({ [Id]: true });
    await session.delete(`/api/topics/${Id}`);
  });

  it('asks anew where the form does not say what it showed', async () => {
    const [to, path] = ['bare@example.test', await linkFor('bare@example.test')];
    expect(await submit(path, '', topics['news']!)).toContain('Choose what you get');
    expect(await entriesOf(to)).toEqual([]);
  });

  it('takes a wish for nothing back in part', async () => {
    const [to, path] = ['nothing@example.test', await linkFor('nothing@example.test')];
    const { text } = await nothing(path);
    expect(text).toContain('You get nothing any more');
    expect(await entriesOf(to)).toEqual(['*']);
    expect(choicesIn((await show(path)).text)).toEqual({
      [topics['news']!]: false,
      [topics['offers']!]: false,
      none: false,
    });
    await choose(path);
    expect(await entriesOf(to)).toEqual(['*']);
    await choose(path, topics['offers']!);
    expect(await entriesOf(to)).toEqual(['none', topics['news']]);
  });

  it('holds the lists back that it does not show, and what came up since, of who wanted nothing and takes a part back', async () => {
    const [to, path] = ['part@example.test', await linkFor('part@example.test')];
    await nothing(path);
    const page = (await show(path)).text;
    const later = (await session.post('/api/topics', { Name: 'Later, too' })).body.Topic.Id;
    const listId = (await session.post('/api/lists', { Name: 'Silent' })).body.List.Id;
    const contact = (await session.post('/api/contacts', { Email: to })).body.Contact.Id;
    await session.post(`/api/lists/${listId}/members`, { ContactIds: [contact] });
    await submit(path, page, topics['offers']!, 'none');
    expect(await entriesOf(to)).toEqual([listId, topics['news'], later].sort());
    expect((await key.post('/v1/emails/send', acme.email({ to: [to], TopicId: topics['receipts'] }))).status).toBe(202);
    await session.delete(`/api/topics/${later}`);
  });

  it('lifts nothing that is not of the recipient', async () => {
    const [to, path] = ['bounced@example.test', await linkFor('bounced@example.test')];
    await session.post('/api/suppressions', { Address: to, Reason: 'manual' });
    expect(choicesIn((await show(path)).text)).toEqual({});
    const shown = `name="shown" value="${topics['news']}"`;
    expect(await submit(path, shown, topics['news']!)).toContain('There is nothing to choose');
    expect(await entriesOf(to)).toEqual(['']);
  });

  it('offers an erased person nothing: a link of an old mail is no new consent', async () => {
    const path = await linkFor('erased@example.test');
    const suppressions = stack.app.get(SuppressionRepository, { strict: false });
    await stack.app.get(Database).tenant(acme.id, (tx) => suppressions.erase(tx, acme.id, ['erased@example.test']));
    expect(choicesIn((await show(path)).text)).toEqual({});
    const shown = `name="shown" value="${topics['news']}"`;
    expect(await submit(path, shown, topics['news']!)).toContain('There is nothing to choose');
    const { Suppressions } = (await session.get('/api/suppressions?reason=erased')).body;
    expect(Suppressions).toHaveLength(1);
  });

  it('ignores choices that it does not show', async () => {
    const [to, path] = ['wrong@example.test', await linkFor('wrong@example.test')];
    await choose(path, topics['news']!, topics['offers']!, 'none', topics['receipts']!, '*', "lst_'");
    expect(await entriesOf(to)).toEqual([]);
  });

  it.each([
    ['pt-BR', 'Escolha o que você recebe'],
    ['es', 'Elige lo que recibes'],
    ['en', 'Choose what you get'],
    ['fr', 'Choose what you get'],
  ])('speaks the language of the browser: %s', async (language, title) => {
    const path = await linkFor(`${language}@example.test`);
    expect((await show(path, { 'accept-language': language })).text).toContain(title);
    expect((await show(`${path}?lang=es`, { 'accept-language': language })).text).toContain('Elige lo que recibes');
  });

  it('has the name and the colour of the account', async () => {
    const changed = await session.patch('/api/brand', { Name: 'Padaria <b>', Color: '#B4451F' });
    expect(changed.body.Brand).toEqual({ Name: 'Padaria <b>', Color: '#b4451f' });
    expect((await session.get('/api/brand')).body.Brand).toEqual(changed.body.Brand);
    const { text } = await show(await linkFor('brand@example.test'));
    expect(text).toContain('button{background:#b4451f');
    expect(text).toContain('Padaria &lt;b&gt;');
    expect((await session.patch('/api/brand', { Color: 'red' })).status).toBe(400);
    expect((await session.patch('/api/brand', {})).body.Error.Code).toBe('MissingParameter');
    expect((await (await acme.session('member')).patch('/api/brand', { Color: null })).status).toBe(403);
    await session.patch('/api/brand', { Name: null, Color: null });
  });

  it('is not found by a forged link, or by one for another purpose', async () => {
    const path = await linkFor('forged@example.test');
    const { unsubscribe } = await received('forged@example.test');
    // Not the last character: some of its bits are of no byte.
    const flipped = `${path.slice(0, -5)}${path.at(-5) === 'A' ? 'B' : 'A'}${path.slice(-4)}`;
    for (const wrong of [flipped, unsubscribe.replace('/t/u/', '/t/p/'), '/t/p/x'])
      for (const answer of [await show(wrong), await stack.anonymous.send('POST', wrong, 'nothing=1', FORM)])
        expect(answer.status, wrong).toBe(404);
    expect(await entriesOf('forged@example.test')).toEqual([]);
  });

  it('waits for the first topic of the address while it holds no other', async () => {
    const [to, path] = ['ordered@example.test', await linkFor('ordered@example.test')];
    const [low, high] = [topics['news']!, topics['offers']!].sort() as [string, string];
    await choose(path, 'none');
    await nothing(path);
    expect(await entriesOf(to)).toEqual(['*', low, high]);
    const page = (await show(path)).text;
    const ofTopic = 'select from suppression where tenant_id = $1 and address = $2 and topic = $3 for update';
    await whileWaiting(
      stack,
      acme,
      [ofTopic, [acme.id, to, low]],
      () => submit(path, page, high),
      (tx) => tx.query(ofTopic, [acme.id, to, high]),
    );
    expect(await entriesOf(to)).toEqual(['none', low]);
  });

  it('is one press away after unsubscribing', async () => {
    const path = await linkFor('after@example.test');
    const { unsubscribe } = await received('after@example.test');
    const { text } = await stack.anonymous.send('POST', unsubscribe, 'List-Unsubscribe=One-Click', FORM);
    expect(text).toContain(`href="${path}"`);
  });
});
