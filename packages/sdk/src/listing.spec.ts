import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Service } from './index.js';
import { type Came, LocalServer } from './local-server.fixture.js';

let server: LocalServer;
beforeAll(async () => {
  server = await LocalServer.start();
});
afterAll(() => server.stop());

const clientOf = (secret: { key: string } | { session: string } = { key: 'sk_test_1' }) =>
  new Service({ ...secret, urls: { platform: server.url, mail: server.url, crm: server.url } });

/** Three pages of two messages. */
function messagesPage({ url }: Came): object {
  const at = Number(new URL(url, server.url).searchParams.get('cursor') ?? 0);
  const Messages = [{ Id: `msg_${at}` }, { Id: `msg_${at + 1}` }];
  return { Messages, NextCursor: at < 4 ? at + 2 : 0, HasMore: at < 4 };
}

describe('a list', () => {
  it('is its first page when it is awaited', async () => {
    server.answer(messagesPage);
    const page = await clientOf().platform.emails.list({ limit: 2 });
    expect(page.Messages.map(({ Id }) => Id)).toEqual(['msg_0', 'msg_1']);
    expect(page.HasMore).toBe(true);
    expect(server.came).toHaveLength(1);
  });

  it('is all of its items when it is iterated, and each page has the filters', async () => {
    server.answer(messagesPage);
    const ids: string[] = [];
    for await (const { Id } of clientOf().platform.emails.list({ status: 'sent', limit: 2 })) ids.push(Id);
    expect(ids).toEqual([0, 1, 2, 3, 4, 5].map((n) => `msg_${n}`));
    expect(server.came.map(({ url }) => url)).toEqual([
      '/v1/emails?status=sent&limit=2',
      '/v1/emails?status=sent&limit=2&cursor=2',
      '/v1/emails?status=sent&limit=2&cursor=4',
    ]);
  });

  it('reads no further page than is asked for', async () => {
    server.answer(messagesPage);
    const items = await clientOf().platform.emails.list().toArray({ limit: 2 });
    expect(items).toHaveLength(2);
    expect(server.came).toHaveLength(1);
    await expect(clientOf().platform.emails.list().toArray({ limit: 0 })).resolves.toEqual([]);
    expect(server.came).toHaveLength(1);
  });

  it('gives its pages', async () => {
    server.answer(messagesPage);
    const sizes: number[] = [];
    for await (const page of clientOf().platform.emails.list().pages()) sizes.push(page.Messages.length);
    expect(sizes).toEqual([2, 2, 2]);
  });

  it('follows the cursors of the other APIs', async () => {
    server.answer(
      { body: { messages: [{ id: '1' }], next_cursor: 'a+b' } },
      { body: { messages: [], next_cursor: '' } },
    );
    expect(await clientOf().mail.messages.list('box').toArray()).toHaveLength(1);
    expect(server.came.map(({ url }) => url)).toEqual([
      '/mailboxes/box/messages',
      '/mailboxes/box/messages?cursor=a%2Bb',
    ]);
    server.answer(
      { body: { contatos: [{ id: '1' }], proximo: 'c' } },
      { body: { contatos: [{ id: '2' }], proximo: '' } },
    );
    expect(await clientOf({ session: 'x' }).crm.contactList.list().toArray()).toHaveLength(2);
  });

  it('fails where a page cannot be read, with its error', async () => {
    server.answer({ body: { Messages: [{ Id: 'msg_0' }], NextCursor: 2 } }, { status: 403 });
    await expect(clientOf().platform.emails.list().toArray()).rejects.toMatchObject({ status: 403 });
    await expect(clientOf().platform.emails.list()).rejects.toMatchObject({ status: 403 });
  });
});
