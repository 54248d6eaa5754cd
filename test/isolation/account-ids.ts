import { expect } from 'vitest';
import type { Access } from '#libs/core/auth';
import type { AppUnderTest } from '../support/apps.js';
import type { AccountOfApps, EveryApp } from '../support/every-app.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import type { Operation } from '../support/operations.js';
import { collectionsOf, Holdings, pathWith, resourceAt, resourcesOf, type AppResources } from './resources.js';
import { countVisits } from '../support/count-visits.js';
import { rowsOf } from './rows.js';

/** The parts of an answer that do not differ from call to call. */
export interface Told {
  status: number;
  // Bodies have every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  type: unknown;
  names: string[];
}

/** Reads an answer, with a mark where it repeats the id that it was asked for. */
export function told({ status, text, headers }: Answer, id?: string): Told {
  const { RequestId: _, ...body } = parsed(id ? text.replaceAll(id, '(id)') : text);
  for (const { extensions } of body.errors ?? []) delete extensions.requestId;
  const names = Object.keys(headers).filter((name) => name !== 'date');
  return { status, body, type: headers['content-type'], names };
}

function parsed(text: string): Told['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** The names and types of what an accepted call says, since two calls create two things; any other answer as it is. */
const shown = (answer: Told): Told => (answer.status < 300 ? { ...answer, body: shapeOf(answer.body) } : answer);

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

/** One list for each place in the path: from there on, the ids of `others`; before it, the account's own. */
const mixed = (own: readonly string[], others: readonly string[]): string[][] =>
  own.map((_, place) => [...own.slice(0, place), ...others.slice(place)]);

/** Two accounts of one app, and calls of the one with ids of the other. */
export class AccountIds {
  readonly resources: AppResources;

  private constructor(
    readonly app: AppUnderTest,
    private readonly every: EveryApp,
    readonly own: Holdings,
    readonly other: Holdings,
    readonly operations: readonly Operation[],
    private readonly routes: Record<string, Access | undefined>,
  ) {
    this.resources = resourcesOf(app);
  }

  static async of(app: AppUnderTest, every: EveryApp, accounts: readonly AccountOfApps[], hook: string) {
    const [own, other] = accounts.map((account) => new Holdings(app, every, account, hook)) as [Holdings, Holdings];
    const operations = (await app.operationsIn(every)).filter(({ isMeta }) => !isMeta);
    const ids = new AccountIds(app, every, own, other, operations, app.routesIn(every));
    // All of it is there before rows are compared.
    for (const place of Object.keys(ids.resources.at)) for (const one of [own, other]) await one.at(place);
    return ids;
  }

  accessOf({ method, path }: Operation): Access | undefined {
    return this.routes[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`];
  }

  isOperators = (operation: Operation): boolean => this.accessOf(operation)?.kind === 'operator';

  isOperatorsField = (name: string): boolean => this.routes[name]?.kind === 'operator';

  /** The operations that need a credential. */
  get closed(): Operation[] {
    return this.operations.filter(({ credential }) => credential !== 'none');
  }

  /** Operations among them with ids in their paths. */
  get withIds(): Operation[] {
    return this.closed.filter((one) => collectionsOf(one).length > 0);
  }

  /** The account's clients with each credential that an operation takes. */
  clientsFor(operation: Operation, { session, key, operator }: Holdings = this.own): HttpClient[] {
    const kind = this.accessOf(operation)?.kind;
    if (kind === 'operator') return [operator];
    return kind === 'key or session' ? [session, key] : [kind === 'key' ? key : session];
  }

  /** @param place the place in the body that an id is put at */
  async bodyOf({ name, bodySchema }: Operation, place = ''): Promise<object | undefined> {
    if (!bodySchema) return undefined;
    const body = this.resources.bodies[`${name} ${place}`] ?? this.resources.bodies[name] ?? {};
    return typeof body === 'function' ? body(this.own) : body;
  }

  async call(operation: Operation, client: HttpClient, ids: readonly string[]): Promise<Answer> {
    const body = await this.bodyOf(operation);
    return client.send(operation.method, pathWith(operation, ids), body && JSON.stringify(body));
  }

  idsOf(operation: Operation, holdings: Holdings): Promise<string[]> {
    return Promise.all(collectionsOf(operation).map((place) => holdings.at(place)));
  }

  unknownOf(operation: Operation): string[] {
    return collectionsOf(operation).map((place) => resourceAt(this.app, place).unknown());
  }

  /** For each place in the path of an operation: ids of the other account from there on, and unknown ones. */
  async pathsOf(operation: Operation): Promise<{ place: string; theirs: string[]; unknown: string[] }[]> {
    const mine = await this.idsOf(operation, this.own);
    const [theirs, unknown] = [
      mixed(mine, await this.idsOf(operation, this.other)),
      mixed(mine, this.unknownOf(operation)),
    ];
    return collectionsOf(operation)
      .map((place, n) => ({ place, theirs: theirs[n]!, unknown: unknown[n]! }))
      .filter(({ place }) => !resourceAt(this.app, place).isNumber);
  }

  /**
   * Expects an id of the other account to be answered as an unknown one is. Where an unknown one is rejected, the account's
   * own is answered in another way: else the call is rejected for something else, and no id is looked for.
   */
  async expectAsUnknown(
    ask: (id: string) => Promise<Told>,
    collection: string,
    what: string,
    isWrite = false,
  ): Promise<void> {
    const unknown = await ask(resourceAt(this.app, collection).unknown());
    const answer = await ask(await this.other.at(collection));
    this.expectNothingOfOther(answer, what);
    const compared = isWrite ? shown : (one: Told) => one;
    expect(compared(answer), `${what}: ${JSON.stringify(answer.body)}`).toEqual(compared(unknown));
    this.expectRejected(unknown, what, isWrite);
    if (what in (this.resources.alike ?? {}) || (unknown.status < 300 && !unknown.body.errors)) return;
    const mine = await ask(await this.own.at(collection));
    expect(mine.body, `${what}, its own: ${JSON.stringify(mine.body)}`).not.toEqual(unknown.body);
  }

  /** Expects that an id in a body names something, where the table of the app says which do not have to. */
  private expectRejected({ status, body }: Told, what: string, isWrite: boolean): void {
    const { takesUnknown } = this.resources;
    if (!isWrite || !takesUnknown || what in takesUnknown) return;
    expect(
      status >= 400 || Boolean(body.errors),
      `${what} takes an id of nothing: check it, or say why it may be one`,
    ).toBe(true);
  }

  expectNothingOfOther({ body }: Told, what: string): void {
    expect(JSON.stringify(body), what).not.toContain(this.other.tenantId);
  }

  /** Expects work to leave every row of the other account as it is. */
  async expectUnchanged(work: () => Promise<void>): Promise<void> {
    await countVisits(this.every);
    const before = await rowsOf(this.every, this.other.tenantId);
    expect(Object.keys(before).length).toBeGreaterThan(100);
    await work();
    await countVisits(this.every);
    expect(await rowsOf(this.every, this.other.tenantId)).toEqual(before);
  }
}
