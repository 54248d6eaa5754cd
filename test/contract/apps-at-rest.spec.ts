import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConfigClass, loadConfig, type ServiceConfig } from '#libs/core/config';
import { logger } from '#libs/core/observability';
import { createDataSource, type Entities } from '#libs/core/persistence';
import { createTestDatabase, HttpSink, schemaDifferences, testRedis, type TestDatabase } from '#libs/test/testing';
import { CrmConfig } from '../../apps/crm/src/config.js';
import { createCrm } from '../../apps/crm/src/crm.js';
import { ENTITIES as CRM_ENTITIES } from '../../apps/crm/src/entities.js';
import { MailConfig } from '../../apps/mail/src/config.js';
import { ENTITIES as MAIL_ENTITIES } from '../../apps/mail/src/entities.js';
import { createMail } from '../../apps/mail/src/mail.js';
import { PagesConfig } from '../../apps/pages/src/config.js';
import { ENTITIES as PAGES_ENTITIES } from '../../apps/pages/src/entities.js';
import { createPages } from '../../apps/pages/src/pages.js';
import { RuntimeConfig } from '../../apps/runtime/src/config.js';
import { createRuntime } from '../../apps/runtime/src/runtime.js';
import { HttpClient } from '../support/http-client.js';

logger.configure({ service: 'apps', level: 'silent' });

// Of two segments: an address of one is a page to the runtime.
const READS_BODY = '/v1/reads-a-body';

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:9';

/** Each API has some of these. */
interface ErrorBody {
  message: string;
  erro: string;
  error: { message: string };
}

interface Booted {
  app: NestExpressApplication;
  client: HttpClient;
}

interface Subject {
  database: string;
  /** The largest body that is read (bytes). */
  bodyLimit: number;
  boot: (environment: Record<string, string>) => Promise<Booted>;
  /** The error of a path that does not exist. */
  notFound: unknown;
  /** How the message of a status other than 404 is found. */
  messageOf: (body: ErrorBody) => unknown;
  entities?: Entities;
}

function subject<C extends ServiceConfig>(
  configClass: ConfigClass<C>,
  create: (config: Readonly<C>) => Promise<NestExpressApplication>,
  rest: Omit<Subject, 'boot'>,
): Subject {
  const boot = async (environment: Record<string, string>): Promise<Booted> => {
    const app = await create(loadConfig(configClass, environment));
    // The apps have no route with a body yet, so the spec adds one.
    app.use(READS_BODY, (request: Request, response: Response) => void response.json(String(request.body).length));
    await app.listen(0, '127.0.0.1');
    return { app, client: new HttpClient(await app.getUrl()) };
  };
  return { boot, ...rest };
}

const NOT_FOUND = 'Não encontrado.';

const SUBJECTS: Record<string, Subject> = {
  mail: subject(MailConfig, createMail, {
    database: 'mail',
    bodyLimit: 1_048_576,
    notFound: { error: 'NotFound', message: expect.any(String) },
    messageOf: ({ message }) => message,
    entities: MAIL_ENTITIES,
  }),
  pages: subject(PagesConfig, createPages, {
    database: 'pages',
    bodyLimit: 1_048_576,
    notFound: { erro: NOT_FOUND },
    messageOf: ({ erro }) => erro,
    entities: PAGES_ENTITIES,
  }),
  runtime: subject(RuntimeConfig, createRuntime, {
    database: 'pages',
    bodyLimit: 1_048_576,
    notFound: { error: { message: expect.any(String) } },
    messageOf: ({ error }) => error.message,
  }),
  crm: subject(CrmConfig, createCrm, {
    database: 'crm',
    bodyLimit: 262_144,
    notFound: { erro: NOT_FOUND },
    messageOf: ({ erro }) => erro,
    entities: CRM_ENTITIES,
  }),
};

function environmentOf(database: TestDatabase, redisUrl: string, more: Record<string, string> = {}) {
  return {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url,
    DATABASE_SYSTEM_URL: database.systemUrl,
    REDIS_URL: redisUrl,
    IDENTITY_URL: `http://${NOWHERE}`,
    SMTP_URL: `smtp://${NOWHERE}`,
    SERVICE_SECRET: 'the-service-secret-that-the-tests-share',
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    ...more,
  };
}

describe.each(Object.entries(SUBJECTS))(
  '%s',
  (name, { boot, database: databaseName, bodyLimit, notFound, messageOf, entities }) => {
    let database: TestDatabase;
    let booted: Booted;

    beforeAll(async () => {
      database = await createTestDatabase(databaseName);
      booted = await boot(environmentOf(database, (await testRedis()).url));
    });
    afterAll(async () => {
      await booted?.app.close();
      await database?.drop();
    });

    it('answers the meta routes', async () => {
      const { client } = booted;
      expect((await client.get('/')).body).toMatchObject({ service: name, version: expect.any(String) });
      expect(await client.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await client.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
      expect((await client.get('/version')).body).toEqual({
        service: name,
        version: expect.any(String),
        commit: expect.any(String),
      });
      expect((await client.get('/openapi.json')).body.paths).toHaveProperty('/readyz');
      expect((await client.get('/docs')).status).toBe(200);
      expect((await client.get('/metrics')).status).toBe(200);
    });

    it('speaks the envelope of its API', async () => {
      const { client } = booted;
      expect(await client.get('/v1/nothing')).toMatchObject({ status: 404, body: notFound });
      const refused = await client.post('/healthz', {});
      expect(refused.status).toBe(405);
      expect(messageOf(refused.body)).toMatch(/\w/);
      const [error] = Object.keys((await client.get('/openapi.json')).body.components.schemas.Error.properties);
      expect(Object.keys(refused.body)[0]).toBe(error);
    });

    it('accepts a body up to its limit, and answers 413 above it in the envelope of its API', async () => {
      const { client } = booted;
      const text = (bytes: number) => 'x'.repeat(bytes - '""'.length);
      expect(await client.post(READS_BODY, text(bodyLimit))).toMatchObject({ status: 200, body: bodyLimit - 2 });
      const { status, body } = await client.post(READS_BODY, text(bodyLimit + 1));
      expect(status).toBe(413);
      expect(messageOf(body)).toMatch(/\w/);
      expect(Object.keys(body)).toEqual(Object.keys(notFound as object));
    });

    it.runIf(name === 'runtime')('serves no GraphQL', async () => {
      const { status, body } = await booted.client.post('/graphql', { query: '{ __typename }' });
      // It is the address of a page like any other.
      expect([404, 405]).toContain(status);
      expect(Object.keys(body)).toEqual(Object.keys(notFound as object));
    });

    it.runIf(name !== 'runtime')('serves no GraphQL in a process that only runs queues', async () => {
      const { app, client } = await boot(environmentOf(database, (await testRedis()).url, { ROLE: 'worker' }));
      try {
        expect((await client.get('/healthz')).status).toBe(200);
        const { status, body } = await client.post('/graphql', { query: '{ __typename }' });
        expect([status, body]).toEqual([404, notFound]);
      } finally {
        await app.close();
      }
    });

    it('is not ready without its database, and says why', async () => {
      const other = await createTestDatabase(databaseName);
      const { app, client } = await boot(environmentOf(other, (await testRedis()).url));
      try {
        await other.drop();
        const { status, body } = await client.get('/readyz');
        expect(status).toBe(503);
        expect(messageOf(body)).toMatch(/\w/);
      } finally {
        await app.close();
      }
    });

    describe('without Redis', () => {
      const readiness = async (ROLE: string, identityUrl: string) => {
        const environment = { ROLE, IDENTITY_URL: identityUrl };
        const { app, client } = await boot(environmentOf(database, `redis://${NOWHERE}`, environment));
        const { status } = await client.get('/readyz');
        await app.close();
        return status;
      };

      it('is ready if it answers HTTP and identity verifies its credentials', async () => {
        const identity = await HttpSink.start();
        identity.answer({ headers: { 'content-type': 'application/json' }, body: '{"entries":[]}' });
        expect(await readiness('api', identity.url)).toBe(200);
        await identity.stop();
      });

      it('is not ready without identity, either', async () => {
        expect(await readiness('api', `http://${NOWHERE}`)).toBe(503);
      });

      it('is not ready if it runs queues alone', async () => {
        expect(await readiness('worker', `http://${NOWHERE}`)).toBe(503);
      });
    });

    it.runIf(entities)('has an entity for every table', async () => {
      const options = { url: database.ownerUrl, entities: entities ?? [], poolSize: 1, applicationName: 'spec' };
      const source = await createDataSource(options).initialize();
      try {
        expect(await schemaDifferences(source)).toEqual([]);
      } finally {
        await source.destroy();
      }
    });
  },
);
