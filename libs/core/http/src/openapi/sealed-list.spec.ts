import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Module, Query } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiProperty } from '@nestjs/swagger';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#libs/test/embedded';
import { createDataSource, listKeysetPage, SealedCursors, Timestamp, type KeysetRequest } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { createApp } from '../create-app.js';
import { QueryEnum } from '../fields/index.js';
import { detailedEnvelope } from '../problem/envelope.js';
import { portugueseEnvelope } from '../problem/portuguese.js';
import { Operation } from './operation.js';
import { sealedLists } from './sealed-list.js';

@Entity()
class SpecThing {
  @PrimaryColumn('uuid')
  id: string;

  @Timestamp()
  createdAt: Date;

  @Column('text')
  color: string;
}

class ThingView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  static of({ id }: SpecThing): ThingView {
    return { id };
  }
}

/** The CRM's convention and Mail's. */
const crmList = sealedLists({ limit: 'limite', next: 'proximo', invalidCursor: 'reject' });
const mailList = sealedLists({ limit: 'limit', next: 'next_cursor', invalidCursor: 'first page' });

const contacts = crmList('contatos', ThingView, { max: 10, fallback: 4 });
class ListContactsQuery extends contacts.Query {
  @QueryEnum(['red', 'blue'])
  cor?: string;
}
class ContactPage extends contacts.Page {}

const messages = mailList('messages', ThingView, { max: 100 });
class ListMessagesQuery extends messages.Query {}
class MessagePage extends messages.Page {}

const secrets = new SecretBox(KeyRing.fromConfig(`k1:${randomBytes(32).toString('base64')}`));

/** The rows of the test, as a repository would list them. */
class Things {
  constructor(private readonly source: DataSource) {}

  listPage(color: string | undefined, page: KeysetRequest) {
    const query = this.source.manager.createQueryBuilder(SpecThing, 'thing');
    if (color) query.where({ color });
    return listKeysetPage(query, ['createdAt', 'id'], page);
  }
}

@Controller()
class ListsController {
  private readonly contactCursors = new SealedCursors(secrets, 'contacts');
  private readonly messageCursors = new SealedCursors(secrets, 'messages');

  constructor(@Inject(Things) private readonly things: Things) {}

  @Get('contatos')
  @Operation({ summary: 'List contacts', success: { status: 200, type: ContactPage } })
  listContacts(@Query() query: ListContactsQuery): Promise<ContactPage> {
    return ContactPage.read(query, this.contactCursors, (page) => this.things.listPage(query.cor, page));
  }

  @Get('messages')
  @Operation({ summary: 'List messages', success: { status: 200, type: MessagePage } })
  listMessages(@Query() query: ListMessagesQuery): Promise<MessagePage> {
    return MessagePage.read(query, this.messageCursors, (page) => this.things.listPage(undefined, page));
  }
}

let database: TestDatabase;
let source: DataSource;
let app: NestExpressApplication;
let strictApp: NestExpressApplication;
let ids: string[];

async function start(envelope = portugueseEnvelope()): Promise<NestExpressApplication> {
  @Module({ controllers: [ListsController], providers: [{ provide: Things, useValue: new Things(source) }] })
  class App {}
  const openapi = { title: 'Things', version: '1', description: '' };
  const made = await createApp(App, { service: 'things', envelope, bodyLimit: 1_000, openapi });
  await made.listen(0, '127.0.0.1');
  return made;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await withClient(database.ownerUrl, (owner) =>
    owner.query(
      'create table spec_thing (id uuid primary key, created_at timestamptz(3) not null, color text not null)',
    ),
  );
  const options = { url: database.ownerUrl, entities: [SpecThing], poolSize: 2, applicationName: 'spec' };
  source = await createDataSource(options).initialize();
  const things = Array.from({ length: 9 }, (_, n) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3));
    return { id: uuidv7(), createdAt, color: n % 3 === 0 ? 'red' : 'blue' };
  });
  await source.manager.insert(SpecThing, things);
  ids = things.map(({ id }) => id).toReversed();
  [app, strictApp] = [await start(), await start(detailedEnvelope())];
});
afterAll(async () => {
  await app?.close();
  await strictApp?.close();
  await source?.destroy();
  await database?.drop();
});

interface Answer {
  contatos?: { id: string }[];
  messages?: { id: string }[];
  proximo?: string;
  next_cursor?: string;
  erro?: string;
}

async function get(path: string, of = app) {
  const { port } = of.getHttpServer().address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, body: (await answer.json()) as Answer };
}

/** The ids of a list, page by page. */
async function readAll(query: string): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor = '';
  do {
    const { status, body } = await get(`/contatos?${query}&cursor=${cursor}`);
    expect(status).toBe(200);
    pages.push(body.contatos!.map(({ id }) => id));
    cursor = body.proximo!;
  } while (cursor !== '');
  return pages;
}

describe('a list with sealed cursors', () => {
  it('is read page by page, newest first, in the words of its API', async () => {
    expect(await readAll('limite=2')).toEqual([0, 2, 4, 6, 8].map((from) => ids.slice(from, from + 2)));
  });

  it('keeps its filters, and ends with the page that its last item fills', async () => {
    const red = [ids[2], ids[5], ids[8]];
    expect(await readAll('limite=3&cor=red')).toEqual([red]);
  });

  it('has a size of page of its own', async () => {
    expect((await readAll('')).map((page) => page.length)).toEqual([4, 4, 1]);
    expect((await get('/messages')).body.messages).toHaveLength(9);
    for (const query of ['limite=0', 'limite=11', 'limite=x'])
      expect((await get(`/contatos?${query}`)).status).toBe(400);
  });

  it('rejects a cursor that is changed, of another list or no cursor at all', async () => {
    const { proximo = '' } = (await get('/contatos?limite=2')).body;
    const other = (await get('/messages?limit=2')).body.next_cursor ?? '';
    const changed = `${proximo.slice(0, -2)}${proximo.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const cursor of [changed, other, 'page-2']) {
      const { status, body } = await get(`/contatos?cursor=${cursor}`);
      expect([status, body]).toEqual([400, { erro: 'Campo inválido: cursor.' }]);
      expect((await get(`/contatos?cursor=${cursor}`, strictApp)).status).toBe(422);
    }
  });

  it('begins anew at such a cursor where the API says so', async () => {
    const first = (await get('/messages?limit=2')).body;
    expect(first.next_cursor).toMatch(/^[\w-]+$/);
    const other = (await get('/contatos?limite=2')).body.proximo;
    for (const cursor of [
      'page-2',
      other,
      '%00',
      'a%00b',
      '%ff%fe',
      '%',
      '%F0%9F%98%80',
      'x'.repeat(5_000),
      '%0d%0a',
    ]) {
      const { status, body } = await get(`/messages?limit=2&cursor=${cursor}`);
      expect([status, body.messages]).toEqual([200, first.messages]);
    }
  });

  it('stands in the OpenAPI document with its parameters and its page', async () => {
    const { port } = app.getHttpServer().address() as { port: number };
    const document = (await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json()) as {
      paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
      components: { schemas: Record<string, { properties: object; required: string[] }> };
    };
    const parameters = document.paths['/contatos']!.get.parameters;
    expect(parameters.map(({ name }) => name).toSorted()).toEqual(['cor', 'cursor', 'limite']);
    expect(parameters.find(({ name }) => name === 'limite')?.schema).toMatchObject({
      minimum: 1,
      maximum: 10,
      default: 4,
    });
    expect(document.components.schemas['ContactPage']).toMatchObject({
      properties: {
        contatos: { type: 'array', items: { $ref: '#/components/schemas/ThingView' } },
        proximo: { type: 'string' },
      },
      required: ['contatos', 'proximo'],
    });
  });
});
