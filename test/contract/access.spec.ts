import { beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '#libs/core/auth';
import type { IncomingMessage } from 'node:http';
import { dialectOf } from '../../apps/platform/src/compatibility/frame/dialects.js';
import { APPS, expectError } from '../support/apps.js';
import { EveryApp, WITHOUT_CALL_LIMITS } from '../support/every-app.js';
import type { HttpClient } from '../support/http-client.js';
import type { Operation } from '../support/operations.js';
import { useStack } from '../support/use-stack.js';

const every = useStack(() => EveryApp.start(WITHOUT_CALL_LIMITS));

/** One line for each way in, so that a change of who may do what is a line of a review. */
function told(access: Access | undefined): string {
  if (!access) return 'undeclared';
  switch (access.kind) {
    case 'key':
      return `key with ${[access.scope].flat().join(' or ')}${carrierOf(access)}`;
    case 'key or session':
      return `key with ${[access.scope].flat().join(' or ')}, or ${told(access.session)}`;
    case 'session':
      return `session of ${access.tenant ? `a tenant's ${access.role}` : 'a person'}${supportOf(access)}`;
    default:
      return access.kind;
  }
}

/** Names the place of a key that is no bearer token. */
function carrierOf({ by }: Extract<Access, { kind: 'key' }>): string {
  if (!by) return '';
  return 'header' in by ? ` in ${by.header}` : ` by a signature for ${by.signatureFor}`;
}

/** Names the use of support sessions unless it is the default: reading what is of a tenant. */
function supportOf({ tenant, support }: Extract<Access, { kind: 'session' }>): string {
  return support === (tenant ? 'read' : 'none') ? '' : `, support sessions: ${support}`;
}

/** Says whether a route is one of another service, which its own documentation describes. */
function isOfDialect(route: string): boolean {
  const [method, url] = route.split(' ');
  return (
    dialectOf({ method, url, headers: { 'content-type': 'application/x-www-form-urlencoded' } } as IncomingMessage) !==
    undefined
  );
}

function snapshotOf(routes: Record<string, Access | undefined>): string {
  const lines = Object.entries(routes).map(([route, access]) => [route, told(access)] as const);
  return `${JSON.stringify(Object.fromEntries(lines.sort(([a], [b]) => (a < b ? -1 : 1))), undefined, 2)}\n`;
}

/** Whether a path is one of those that another describes, whose parameters may be anything. */
function isLike(described: string, path: string): boolean {
  const steps = described.split('/');
  const given = path.split('/');
  return steps.length === given.length && steps.every((step, n) => step.startsWith('{') || step === given[n]);
}

describe.each(APPS)('the routes of $name', (app) => {
  let operations: Operation[];
  let client: HttpClient;
  let routes: Record<string, Access | undefined>;

  beforeAll(async () => {
    client = app.anonymousIn(every);
    routes = app.routesIn(every);
    operations = await app.operationsIn(every);
  });

  /** The access of an operation: the description writes parameters in another way than the routes do. */
  function accessOf({ method, path }: Operation): Access | undefined {
    return routes[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`];
  }

  it('have the documented access', async () => {
    await expect(snapshotOf(routes)).toMatchFileSnapshot(`access.${app.name}.json`);
  });

  it('are described as they are, but for those between the apps, for carriers, of other services, and of paths that OpenAPI cannot describe', () => {
    const described = operations.filter(({ isMeta }) => !isMeta);
    for (const operation of described) expect(accessOf(operation), operation.name).toBeDefined();
    const open = Object.keys(routes).filter(
      (route) =>
        !/ \/(internal|callbacks)\/|^(Query|Mutation|Subscription)\.|^OPTIONS |\*/.test(route) &&
        !(app.name === 'platform' && isOfDialect(route)),
    );
    expect(described.map(({ name }) => name.replace(/\{(\w+)\}/g, ':$1')).sort()).toEqual(open.sort());
    for (const [route, access] of Object.entries(routes)) {
      expect(access?.kind === 'service', route).toBe(/ \/internal/.test(route));
    }
  });

  it('say which credential they want', () => {
    for (const operation of operations.filter(({ isMeta }) => !isMeta)) {
      const kind = accessOf(operation)?.kind;
      const wanted = kind === 'key' || kind === 'key or session' ? 'key' : kind === 'public' ? 'none' : 'session';
      expect(operation.credential, operation.name).toBe(wanted);
      if (wanted !== 'none') expect(operation.statuses.has(401), `${operation.name} tells of 401`).toBe(true);
    }
  });

  it('of exports are closed to the support sessions of operators, who read page by page', () => {
    const sessions = Object.entries(routes).flatMap(([route, access]) => {
      const session = access?.kind === 'key or session' ? access.session : access;
      return session?.kind === 'session' ? [{ route, ...session }] : [];
    });
    const open = sessions.filter(({ route, support }) => /export/i.test(route) && support !== 'none');
    expect(open).toEqual([]);
  });

  it('document the answers to an invalid and to a too large body', () => {
    for (const { name, bodySchema, statuses } of operations.filter((one) => one.bodySchema)) {
      expect(bodySchema?.type ?? 'object', name).toBe('object');
      for (const status of [400, 413]) expect(statuses.has(status), `${name} tells of ${status}`).toBe(true);
    }
  });

  it('document 404 for an id', () => {
    for (const { name, statuses } of operations.filter(({ pathParameters }) => pathParameters.length > 0)) {
      expect(statuses.has(404), name).toBe(true);
    }
  });

  it('document each error by the envelope, and answer in it', async () => {
    for (const operation of operations) {
      for (const status of operation.statuses) {
        if (status < 400 || operation.isMeta) continue;
        expect(operation.answerSchema(status)?.$ref, `${operation.name}, ${status}`).toBe('#/components/schemas/Error');
      }
    }
    for (const { method, path, credential } of operations.filter((one) => one.credential !== 'none')) {
      const answer = await client.send(method, path.replace(/\{\w+\}/g, 'x'));
      expectError(app, answer, [401, 'AuthorizationError'], `${method} ${path}, ${credential}`);
      if (app.errors.members.includes('RequestId')) expect(answer.body.RequestId).toBe(answer.headers['x-request-id']);
    }
  });

  it('answer a wrong method with 405, and another path with 404, in the envelope', async () => {
    const paths = new Map<string, Set<string>>();
    for (const { path, method } of operations) paths.set(path, (paths.get(path) ?? new Set()).add(method));
    for (const [path, methods] of paths) {
      // What stands for an id in another path may be a word in this one.
      const taken = [...paths].filter(([other]) => isLike(other, path)).flatMap(([, ofOther]) => [...ofOther]);
      const method = ['PUT', 'PATCH', 'DELETE'].find((one) => !taken.includes(one)) ?? 'PUT';
      const answer = await client.send(method, path.replace(/\{\w+\}/g, 'x'));
      expectError(app, answer, [405, 'MethodNotAllowed'], `${method} ${path}`);
      expect(String(answer.headers['allow']).split(', ')).toEqual(expect.arrayContaining([...methods]));
    }
    const answer = await client.get('/v1/nothing/here');
    expectError(app, answer, [404, 'NotFound'], 'an unknown path');
  });

  it('between the apps are open only to the apps', async () => {
    for (const route of Object.keys(routes).filter((one) => / \/internal/.test(one))) {
      const [method = '', path = ''] = route.split(' ');
      const { status } = await client.send(method, path.replace(/:\w+/g, 'x'), undefined, {
        authorization: 'Bearer x',
      });
      expect(status, route).toBe(401);
    }
  });
});
