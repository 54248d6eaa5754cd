import type { NestExpressApplication } from '@nestjs/platform-express';
import { expect } from 'vitest';
import { AccessRegistry, type Access } from '#libs/core/auth';
import { SERVICE_SECRET } from './app-stack.js';
import { CODED, DETAILED, type ErrorStyle, NESTED, PORTUGUESE } from './error-styles.js';
import type { AccountOfApps, EveryApp } from './every-app.js';
import { type Answer, HttpClient } from './http-client.js';
import { type Operation, operationsOf } from './operations.js';

/** Parts of a running app that a suite needs. */
interface Running {
  app: NestExpressApplication;
  url: string;
}

/** Clients of one app, one for each kind of credential. */
export interface AppClients {
  anonymous: HttpClient;
  /** With a key of the account that has all scopes. */
  key: HttpClient;
  /** With the session of the account's owner. */
  session: HttpClient;
  /** With the session of an operator, for routes that name the account. */
  operator: HttpClient;
  /** With the secret that the apps share. */
  service: HttpClient;
}

export class AppUnderTest {
  constructor(
    readonly name: string,
    /** How it shows an error on REST. */
    readonly errors: ErrorStyle,
    /** Whether it serves GraphQL; the gateway serves that of others. */
    readonly hasGraphql: boolean | 'gateway',
    private readonly runningIn: (every: EveryApp) => Running,
  ) {}

  urlIn(every: EveryApp): string {
    return this.runningIn(every).url;
  }

  /** The routes and GraphQL fields with their access, as they are declared. */
  routesIn(every: EveryApp): Record<string, Access | undefined> {
    return this.runningIn(every).app.get(AccessRegistry, { strict: false }).routes();
  }

  /** The operations of its OpenAPI document, meta routes included. */
  operationsIn(every: EveryApp): Promise<Operation[]> {
    return operationsOf(this.anonymousIn(every));
  }

  anonymousIn(every: EveryApp): HttpClient {
    return new HttpClient(this.urlIn(every));
  }

  clientsOf(every: EveryApp, { key, token, operatorToken, owner }: AccountOfApps): AppClients {
    const anonymous = this.anonymousIn(every);
    const having = (secret: string) => anonymous.with({ authorization: `Bearer ${secret}` });
    return {
      anonymous,
      key: having(key),
      session: having(token),
      operator: having(operatorToken).with({ 'x-service-tenant': owner.tenantId }),
      service: having(SERVICE_SECRET),
    };
  }
}

/** Every app of the folder `apps`: what must hold for each is tried over this list by `describe.each(APPS)`. */
export const APPS: readonly AppUnderTest[] = [
  new AppUnderTest('identity', DETAILED, false, (every) => every.identity),
  new AppUnderTest('platform', DETAILED, true, (every) => every.platform),
  new AppUnderTest('mail', CODED, true, (every) => every.mail),
  new AppUnderTest('pages', PORTUGUESE, true, (every) => every.pages),
  new AppUnderTest('crm', PORTUGUESE, true, (every) => every.crm),
  new AppUnderTest('runtime', NESTED, false, (every) => every.runtime),
  new AppUnderTest('dashboard', DETAILED, 'gateway', (every) => every.dashboard),
];

/** Expects an error in the app's envelope; of this code, as far as the envelope has codes. */
export function expectError({ errors }: AppUnderTest, answer: Answer, [status, code]: [number, string], what: string) {
  const { members, codeOf, messageOf } = errors;
  expect(answer.status, `${what}: ${answer.text}`).toBe(status);
  expect(Object.keys(answer.body ?? {}), `${what}: ${answer.text}`).toEqual(expect.arrayContaining([...members]));
  expect(messageOf(answer.body), `${what}: ${answer.text}`).toMatch(/\w/);
  expect(codeOf(answer.body) ?? code, `${what}: ${answer.text}`).toBe(code);
}
