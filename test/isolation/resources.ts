import { newId, type TenantId } from '#libs/core/persistence';
import type { AppUnderTest } from '../support/apps.js';
import type { AccountOfApps, EveryApp } from '../support/every-app.js';
import { HttpClient } from '../support/http-client.js';
import type { TestOwner } from '../support/identity-stack.js';
import { createdId } from './created-id.js';
import { CRM_RESOURCES } from './crm-resources.js';
import { MAIL_RESOURCES } from './mail-resources.js';
import { PAGES_RESOURCES } from './pages-resources.js';
import { PLATFORM_RESOURCES } from './platform-resources.js';

/** Something that an account has and that a path, a field or an argument names. */
export interface Resource {
  /** Creates one and returns its id. */
  create(own: Holdings): Promise<string> | string;
  /** An id of the same form that nothing has. */
  unknown(): string;
  /** Whether it is a number within what the path names before it, and so the same in every account. */
  isNumber?: boolean;
}

/** The ids that an app takes. A route, a field or an argument with an id that is not in here fails the suites. */
export interface AppResources {
  /** Resources by the path before the id, as the app describes it. */
  at: Readonly<Record<string, Resource>>;
  /** Collections, as paths of `at`, that fields of bodies and parameters of queries have ids of, by their names. */
  fields: Readonly<Record<string, string>>;
  /** Fields and parameters that look like ids and name nothing that an account has; why. */
  noIds: Readonly<Record<string, string>>;
  /** Public paths whose parameter is no id of an account; why everybody may name it. */
  open: Readonly<Record<string, string>>;
  /** Bodies of routes that judge the body before they look for ids, by `route` or `route place`; default: an empty object. */
  bodies: Readonly<Record<string, Body>>;
  /** Ids that are rejected in another way than 404, by `route place` or `field argument`; each says why. */
  otherwise?: Readonly<Record<string, [status: number, code: string]>>;
  /** Ids that are rejected even if they are the account's own, by `route place` or `field argument`; why. */
  alike?: Readonly<Record<string, string>>;
  /** Ids of nothing that a body takes, by `route place` or `field argument`; why. With a table, all others are rejected. */
  takesUnknown?: Readonly<Record<string, string>>;
  /** Ids of others that are answered as those of nothing are, without an error, by `route place` or `field argument`; why. */
  empty?: Readonly<Record<string, string>>;
  graphql: GraphqlIds;
}

type Body = object | ((own: Holdings) => Promise<object>);

export interface GraphqlIds {
  /** Collections, as paths of `at`, that arguments have ids of, by `field(argument)`, else `argument`. */
  arguments: Readonly<Record<string, string>>;
  /**
   * Collections that the arguments `id` and `name` of fields have ids of, by a part of the field's name; the first that
   * fits.
   */
  fields: readonly (readonly [field: RegExp, place: string])[];
  /** Inputs of fields that judge the input before they look for ids, by `field` or `field argument`. */
  inputs: Readonly<Record<string, Body>>;
}

/** An app without GraphQL. */
const NO_GRAPHQL: GraphqlIds = { arguments: {}, fields: [], inputs: {} };

/** A form that a site shows. */
async function createForm({ every, session }: Holdings): Promise<string> {
  const campos = [{ nome: 'nome', rotulo: 'Nome', tipo: 'texto' }];
  const form = { nome: 'Contato', campos, origens: ['https://www.site.example'] };
  return createdId(await new HttpClient(every.pages.url, session.fixedHeaders).post('/v1/formularios', form));
}

const RESOURCES: Readonly<Record<string, AppResources>> = {
  platform: PLATFORM_RESOURCES,
  mail: MAIL_RESOURCES,
  pages: PAGES_RESOURCES,
  crm: CRM_RESOURCES,
  identity: { at: {}, fields: {}, noIds: {}, open: {}, bodies: {}, graphql: NO_GRAPHQL },
  dashboard: {
    at: {},
    fields: {},
    noIds: {},
    open: {
      '/assets/{name}': 'a file of the page, the same for all',
      '/frame/message/{id}': 'a message, which Platform shows to a session of its account',
      '/frame/preview/{id}': 'a text under a name that only who keeps it knows, for a session',
    },
    bodies: {},
    graphql: NO_GRAPHQL,
  },
  runtime: {
    at: {
      '': { create: ({ account }) => account.slug, unknown: () => 'unknown' },
      '/f': { create: createForm, unknown: () => newId('frm') },
    },
    fields: {},
    noIds: {},
    open: {
      '/_f/{arquivo}': 'a file of the bundles, the same for all',
      '/_m/{id}/{arquivo}': 'a picture of a published page, which anybody sees',
      '/f/{formID}': 'a form, which anybody fills in from the sites that it allows',
      '/f/{formID}/obrigado': 'a form, which anybody fills in from the sites that it allows',
      '/{slug}': 'a published page, which anybody sees',
      '/r/{slug}': 'a short link, which anybody follows',
    },
    bodies: {},
    graphql: NO_GRAPHQL,
  },
};

/** @throws Error for an app that has none */
export function resourcesOf({ name }: AppUnderTest): AppResources {
  const resources = RESOURCES[name];
  if (!resources) throw new Error(`test/isolation/resources.ts does not know the app ${name}`);
  return resources;
}

/** Holdings of an account in an app: one of each resource, created when it is first asked for. */
export class Holdings {
  readonly session: HttpClient;
  readonly key: HttpClient;
  readonly operator: HttpClient;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(
    readonly app: AppUnderTest,
    readonly every: EveryApp,
    readonly account: AccountOfApps,
    /** An address that accepts webhooks. */
    readonly hook: string,
  ) {
    ({ session: this.session, key: this.key, operator: this.operator } = app.clientsOf(every, account));
  }

  get owner(): TestOwner {
    return this.account.owner;
  }

  get tenantId(): TenantId {
    return this.owner.tenantId as TenantId;
  }

  /** The id of the account's own resource at a path. */
  at(collection: string): Promise<string> {
    const place = placeOf(this.app, collection);
    const id = this.#ids.get(place) ?? Promise.resolve(resourceAt(this.app, place).create(this));
    this.#ids.set(place, id);
    return id;
  }

  /** Whether the tables know what is at a path. */
  isKnown(collection: string): boolean {
    return placeOf(this.app, collection) in resourcesOf(this.app).at;
  }

  /** Every id that was asked for. */
  created(): Promise<string[]> {
    return Promise.all(this.#ids.values());
  }
}

/** Returns the collection under /api, which sessions have, for one under /v1 without a line of its own. */
function placeOf(app: AppUnderTest, collection: string): string {
  const { at } = resourcesOf(app);
  const ofSessions = collection.replace(/^\/v1\//, '/api/');
  return !(collection in at) && ofSessions in at ? ofSessions : collection;
}

/** @throws Error if the tables do not know it */
export function resourceAt(app: AppUnderTest, collection: string): Resource {
  const resource = resourcesOf(app).at[placeOf(app, collection)];
  if (!resource) throw new Error(`test/isolation/${app.name}-resources.ts does not know what is at ${collection}`);
  return resource;
}

/** The paths before each id of an operation's path. */
export const collectionsOf = ({ path }: { path: string }): string[] =>
  [...path.matchAll(/\/\{\w+\}/g)].map(({ index }) => path.slice(0, index));

/** The path of an operation with these ids. */
export function pathWith({ path }: { path: string }, ids: readonly string[]): string {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
}
