import { expect } from 'vitest';
import type { Access } from '#libs/core/auth';
import { collectionsOf, Holdings, pathWith } from '../isolation/resources.js';
import type { AppUnderTest } from '../support/apps.js';
import type { AccountOfApps, EveryApp } from '../support/every-app.js';
import { clientOf } from '../support/every-app.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import type { Operation } from '../support/operations.js';

/** The site that the forms of the suites allow. */
export const SITE = 'https://www.site.example';

/** Calls the operations of one app with whatever a client may send, with ids of an account's own. */
export class HostileCalls {
  #operator: HttpClient;

  private constructor(
    readonly app: AppUnderTest,
    private readonly every: EveryApp,
    private readonly own: Holdings,
    /** All but the meta routes. */
    readonly operations: readonly Operation[],
    private readonly routes: Record<string, Access | undefined>,
  ) {
    this.#operator = own.operator;
  }

  static async of(app: AppUnderTest, every: EveryApp, account: AccountOfApps, hook: string): Promise<HostileCalls> {
    const own = new Holdings(app, every, account, hook);
    const operations = (await app.operationsIn(every)).filter(({ isMeta }) => !isMeta);
    const calls = new HostileCalls(app, every, own, operations, app.routesIn(every));
    // One after the other: some are about others.
    for (const operation of operations) if (calls.isReachable(operation)) await calls.pathOf(operation);
    return calls;
  }

  /** Whether the path of an operation is one that an account has, or a public one that needs no token. */
  isReachable(operation: Operation): boolean {
    return operation.credential !== 'none' || collectionsOf(operation).every((place) => this.own.isKnown(place));
  }

  get anonymous(): HttpClient {
    return this.app.anonymousIn(this.every);
  }

  get service(): HttpClient {
    return this.app.clientsOf(this.every, this.own.account).service;
  }

  /** The routes with bodies that the apps call of each other, with parameters that name nothing. */
  get routesBetweenApps(): [method: string, path: string][] {
    const routes = Object.entries(this.routes).filter(([, access]) => access?.kind === 'service');
    return routes
      .map(([route]) => route.replace(/:\w+/g, 'x').split(' ') as [string, string])
      .filter(([method]) => ['POST', 'PUT', 'PATCH'].includes(method));
  }

  /** Another operator: no plan limits their calls, so a number in a minute does. */
  async changeOperator(): Promise<void> {
    if (!Object.values(this.routes).some((access) => access?.kind === 'operator')) return;
    const { identity } = this.every;
    this.#operator = clientOf(this.app.urlIn(this.every), await identity.login(await identity.createOperator()));
  }

  /** The account's client with a credential that the operation takes. */
  clientFor({ method, path }: Operation): HttpClient {
    const kind = this.routes[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`]?.kind;
    if (kind === 'operator') return this.#operator;
    const { session, key } = this.own;
    return (kind === 'key' ? key : session).with({ origin: SITE });
  }

  /** The path of an operation with ids of the caller's own, so that its body is looked at. */
  async pathOf(operation: Operation): Promise<string> {
    return pathWith(operation, await Promise.all(collectionsOf(operation).map((place) => this.own.at(place))));
  }

  async send(operation: Operation, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    return this.clientFor(operation).send(operation.method, await this.pathOf(operation), body, headers);
  }

  /** Expects a refusal in the envelope, with a status that the operation tells of and a message that says something. */
  expectRefused(answer: Answer, operation: Operation, what: string): void {
    const name = `${operation.name}, ${what}: ${answer.status} ${answer.text.slice(0, 300)}`;
    expect(answer.status, name).toBeGreaterThanOrEqual(400);
    expect(answer.status, name).toBeLessThan(500);
    this.expectEnvelope(answer, name);
    expect([...operation.statuses], name).toContain(answer.status);
  }

  expectEnvelope({ body }: Answer, what: string): void {
    const { members, messageOf } = this.app.errors;
    expect(Object.keys(body ?? {}), what).toEqual(expect.arrayContaining([...members]));
    expect(messageOf(body), what).toMatch(/\w{2}/);
  }

  /** Expects the error to name the field, one that holds it, or one in it. */
  expectNamed({ body, text }: Answer, place: readonly (string | number)[], what: string): void {
    // Pages names a place in a document from the root of the document.
    const path = place[0] === 'template' && place.length > 1 ? place.slice(1) : place;
    const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
    const fields = steps.map((_, index) =>
      steps
        .slice(0, index + 1)
        .join('')
        .slice(1),
    );
    const own = fields.at(-1) ?? '';
    const isNamed = fields.some((field) => this.app.errors.namesField(body, field)) || text.includes(`"${own}`);
    expect(isNamed, `${what} names ${own}: ${text}`).toBe(true);
  }
}
