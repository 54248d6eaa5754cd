import { describe, expect, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());

const HTML = '<style>p{}</style><p>See <a href="https://shop.test/new?a=1&amp;b=2">what is new</a>.</p>';

const mail = (changes: object = {}) => ({
  Source: acme.source,
  Destination: { ToAddresses: ['ana@example.test'] },
  Message: { Subject: { Data: 'News' }, Body: { Html: { Data: HTML } } },
  ...changes,
});

const sourceOf = async (id: string) => (await stack.mail.waitFor(({ source }) => source.includes(`<${id}@`))).source;

/** The plain part of a message that has one before its HTML. */
async function textOf(id: string): Promise<string | undefined> {
  const source = await sourceOf(id);
  const [, text] = /multipart\/alternative.*?text\/plain.*?\r\n\r\n(.*?)\r\n--.*?text\/html/s.exec(source) ?? [];
  return text;
}

describe('an e-mail of HTML alone has a text beside it', () => {
  it('if it is sent by itself', async () => {
    const { body } = await client.post('/v1/emails/send', mail());
    expect(await textOf(body.MessageId)).toBe('See what is new (https://shop.test/new?a=1&b=2).');
  });

  it('if its text is blank', async () => {
    const Body = { Html: { Data: HTML }, Text: { Data: ' \n' } };
    const { body } = await client.post('/v1/emails/send', mail({ Message: { Subject: { Data: 'News' }, Body } }));
    expect(await textOf(body.MessageId)).toContain('See what is new');
  });

  it('if it is one of a batch', async () => {
    const { body } = await client.post('/v1/emails/batch', { Messages: [mail(), mail()] });
    for (const { MessageId } of body.Results) expect(await textOf(MessageId)).toContain('See what is new');
  });

  it('if it is filled in from a template, whose links to choices are those of its message', async () => {
    const session = await acme.session();
    const Html = '<p>Hi {{ name }}</p><a href="{{ unsubscribe_url }}">Leave</a>';
    const created = await session.post('/api/templates', { Name: 'Html', Channel: 'email', Subject: 'Hi', Html });
    const { Id } = created.body.Template;
    const filled = mail({ Message: undefined, TemplateId: Id, TemplateData: { name: 'Ana' } });
    const { body } = await client.post('/v1/emails/send', filled);
    const text = await textOf(body.MessageId);
    expect(text).toContain('Hi Ana');
    expect(text).not.toContain('link.invalid');
  });

  it('with its own links, where those of the HTML count clicks', async () => {
    const { body } = await client.post('/v1/emails/send', mail({ TrackClicks: true }));
    expect(await textOf(body.MessageId)).toContain('https://shop.test/new?a=1&b=2');
  });

  it('and what it was given stays as it is', async () => {
    const Body = { Html: { Data: HTML }, Text: { Data: 'Read it on the web.' } };
    const { body } = await client.post('/v1/emails/send', mail({ Message: { Subject: { Data: 'News' }, Body } }));
    expect(await textOf(body.MessageId)).toBe('Read it on the web.');
  });
});
