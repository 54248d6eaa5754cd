import { ServiceError } from './errors.js';
import { CrmApi } from './generated/crm/api.gen.js';
import { IdentityApi } from './generated/identity/api.gen.js';
import { MailApi } from './generated/mail/api.gen.js';
import { PagesApi } from './generated/pages/api.gen.js';
import { PlatformApi } from './generated/platform/api.gen.js';
import { RuntimeApi } from './generated/runtime/api.gen.js';
import { type Credential, type Secret, Transport } from './transport.js';
import { VERSION } from './version.js';

/** The APIs, each with an address of its own. */
export type ApiName = 'platform' | 'mail' | 'pages' | 'crm' | 'identity' | 'runtime';

export interface ServiceOptions {
  /** The addresses of the APIs that are used; `SERVICE_PLATFORM_URL` and so on unless given. */
  urls?: Partial<Record<ApiName, string>>;
  /** An API key, `sk_…`; `SERVICE_API_KEY` unless given, if there is no session either. */
  key?: Secret;
  /** The token of a session, for what a user does. */
  session?: Secret;
  /** The account that a session works in, by its id or slug. */
  tenant?: string;
  /** How long each attempt of a call may take (ms), for a file until it begins; 60 seconds by default. */
  timeout?: number;
  /** How often a call is repeated after a failure that passes; 3 times by default. */
  retries?: number;
  /** In place of the one of Node. */
  fetch?: typeof fetch;
  /** Added to the name by which the client introduces itself. */
  userAgent?: string;
}

const TIMEOUT = 60_000;
const RETRIES = 3;

/** The client: one property for each API. */
export class Service {
  readonly #options: ServiceOptions;
  readonly #apis = new Map<ApiName, unknown>();

  constructor(options: ServiceOptions = {}) {
    if (options.key && options.session) throw new ServiceError('Give a key or a session, not both');
    this.#options = options;
  }

  /** Sending, history, domains, contacts, templates, webhooks. */
  get platform(): PlatformApi {
    return this.#api('platform', PlatformApi);
  }

  /** Mailboxes and their messages. */
  get mail(): MailApi {
    return this.#api('mail', MailApi);
  }

  /** Landing pages, forms and leads. */
  get pages(): PagesApi {
    return this.#api('pages', PagesApi);
  }

  /** Contacts, companies, segments and journeys. */
  get crm(): CrmApi {
    return this.#api('crm', CrmApi);
  }

  /** The keys that sign sessions. */
  get identity(): IdentityApi {
    return this.#api('identity', IdentityApi);
  }

  /** Calls of the visitors of published pages. */
  get runtime(): RuntimeApi {
    return this.#api('runtime', RuntimeApi);
  }

  #api<T>(name: ApiName, Api: new (transport: Transport) => T): T {
    const known = this.#apis.get(name) ?? new Api(this.#transportTo(name));
    this.#apis.set(name, known);
    return known as T;
  }

  #transportTo(name: ApiName): Transport {
    const { timeout = TIMEOUT, retries = RETRIES, tenant, userAgent } = this.#options;
    return new Transport({
      baseUrl: this.#urlOf(name),
      credential: this.#credential(),
      timeout,
      retries,
      tenant,
      userAgent: [`service-sdk/${VERSION}`, userAgent].filter(Boolean).join(' '),
      fetch: this.#options.fetch ?? ((...args) => fetch(...args)),
    });
  }

  #urlOf(name: ApiName): string {
    const variable = `SERVICE_${name.toUpperCase()}_URL`;
    const url = this.#options.urls?.[name] ?? environment(variable);
    if (!url) throw new ServiceError(`The address of ${name} is missing: give urls.${name}, or set ${variable}`);
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new ServiceError(`The address of ${name} is no URL of http or https: ${url}`);
    return url.replace(/\/+$/, '');
  }

  #credential(): Credential | undefined {
    const { session, key = session ? undefined : environment('SERVICE_API_KEY') } = this.#options;
    if (session) return { kind: 'session', secret: session };
    return key ? { kind: 'key', secret: key } : undefined;
  }
}

// oxlint-disable-next-line node/no-process-env -- A client has no configuration of its own.
const environment = (name: string): string | undefined => process.env[name];
