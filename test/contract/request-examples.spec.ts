import 'reflect-metadata';
import { beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#libs/core/http';
import { validateBody } from '../../libs/core/http/src/validation/validation-pipe.js';
import { type AppClients, APPS } from '../support/apps.js';
import { bodiesOfRoutes, type BodyOfRoute } from '../support/body-dtos.js';
import { EveryApp, WITHOUT_CALL_LIMITS } from '../support/every-app.js';
import type { HttpClient } from '../support/http-client.js';
import type { Operation } from '../support/operations.js';
import { useStack } from '../support/use-stack.js';

const every = useStack(() => EveryApp.start(WITHOUT_CALL_LIMITS));

let bodies: BodyOfRoute[];
beforeAll(async () => {
  bodies = await bodiesOfRoutes();
});

const exampleOf = ({ described }: Operation): unknown => described.requestBody?.content?.['application/json']?.example;

/** The class of an operation's body; its controller is one of the app, or of a lib that the app has. */
function dtoOf(app: string, { described }: Operation) {
  const mine = ({ file }: BodyOfRoute) => file.startsWith(`apps/${app}/`) || file.startsWith('libs/');
  return bodies.filter(mine).find(({ controller, handler }) => {
    const name = controller.replace(/Controller$/, '');
    return (
      `${name.charAt(0).toLowerCase()}${name.slice(1)}_${handler}` === described.operationId?.replace('ByKey_', '_')
    );
  })?.dto;
}

/** The faults that the app's validation finds in a body. */
function faultsOf(body: unknown, dto: new () => object): unknown[] {
  try {
    validateBody(structuredClone(body), dto);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [...(error.details ?? [])];
  }
}

function clientFor(operation: Operation, clients: AppClients): HttpClient {
  if (operation.credential === 'key') return clients.key;
  if (operation.credential === 'none') return clients.anonymous;
  return operation.path.startsWith('/api/admin/') ? clients.operator : clients.session;
}

/** Statuses of a malformed body and of a forbidden call. Others may come: what an example names need not exist. */
const REFUSALS = new Set([400, 401, 403, 405, 413, 415, 500]);

/** Answers of services to a body in which something is missing, though its form allows that. */
const LACKS_SOMETHING = /"MissingParameter"|"Informe |"É preciso |CampoObrigatorio|deve ser um/;

/** Operations whose body has a secret of the caller, which no example can have. */
const NAMES_A_SECRET = [
  'POST /api/auth/login',
  'POST /api/auth/2fa',
  'POST /api/auth/me/password',
  'POST /push/site/devices',
  'POST /collect',
  'POST /replay',
  'POST /collect/consentimento',
  // By a cookie alone.
  'POST /auth/support',
  'POST /frame/preview',
];

/** Operations whose body has no class: the next test calls them. */
const READ_BY_HAND: Record<string, string[]> = {
  platform: ['POST /api/messages/send'],
  runtime: ['POST /collect', 'POST /replay', 'POST /collect/consentimento', 'POST /f/{formID}'],
};

const isLockedOut = ({ status, text }: { status: number; text: string }) =>
  status === 401 || (status === 403 && text.includes('TenantSuspended'));

describe.each(APPS.filter(({ name }) => name !== 'identity'))('the request bodies of $name', (app) => {
  let operations: Operation[];

  beforeAll(async () => {
    operations = (await app.operationsIn(every)).filter(({ described }) => described.requestBody);
  });

  it('have an example each, of every media type', () => {
    expect(operations.length).toBeGreaterThan(0);
    const without = operations.flatMap(({ name, described }) =>
      Object.entries(described.requestBody?.content ?? {})
        .filter(([, { example }]) => example === undefined)
        .map(([type]) => `${name} as ${type}`),
    );
    expect(without).toEqual([]);
  });

  it('have examples that the validation of the app accepts', () => {
    const [validated, others] = [true, false].map((known) =>
      operations.filter((one) => one.bodySchema && Boolean(dtoOf(app.name, one)) === known),
    ) as [Operation[], Operation[]];
    // A body whose class is not found would not be validated.
    expect(others.map(({ name }) => name)).toEqual(READ_BY_HAND[app.name] ?? []);
    const refused = validated.flatMap((operation) => {
      const faults = faultsOf(exampleOf(operation), dtoOf(app.name, operation)!);
      return faults.length > 0 ? [{ operation: operation.name, example: exampleOf(operation), faults }] : [];
    });
    expect(refused).toEqual([]);
  });

  it('have examples that the running app accepts, as far as they name nothing that must exist', async () => {
    const tried = operations.filter((one) => one.bodySchema && one.pathParameters.length === 0);
    let clients = app.clientsOf(every, await every.createAccount());
    const refused: string[] = [];
    for (const operation of tried) {
      const call = () =>
        clientFor(operation, clients).send(operation.method, operation.path, JSON.stringify(exampleOf(operation)));
      let answer = await call();
      if (isLockedOut(answer)) {
        // The example of an earlier operation has ended the session or the account.
        clients = app.clientsOf(every, await every.createAccount());
        answer = await call();
      }
      if (REFUSALS.has(answer.status) || LACKS_SOMETHING.test(answer.text))
        refused.push(`${operation.name}: ${answer.status} ${answer.text}`);
    }
    expect(refused.filter((one) => !NAMES_A_SECRET.some((name) => one.startsWith(`${name}: `)))).toEqual([]);
  });
});
