import { Injectable } from '@nestjs/common';
import type { ClientMetadata } from 'oidc-provider';
import { COMMAND_LINE_APP, OWN_APP } from '#libs/core/auth';
import { IdentityConfig } from '../config.js';
import { LINK_PATHS } from '../mail/mail-links.js';
import { parseClients, OIDC_SCOPES, type ClientEntry } from './client-list.js';

export const DASHBOARD_CLIENT = OWN_APP;

/** The client of the command line, which has no browser of its own (RFC 8628). */
export const COMMAND_LINE_CLIENT = COMMAND_LINE_APP;

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The client of identity's own pages that need a signed-in user; see oidc/browser-sign-in.ts. */
export const PAGES_CLIENT = 'identity-pages';

/** The dashboard's callback path. */
const DASHBOARD_CALLBACK = '/auth/callback';

/** The apps that users may sign in to: the dashboard, the command line, and those of the configuration. */
@Injectable()
export class OidcClients {
  readonly #entries: readonly ClientEntry[];

  constructor({ dashboardUrl, oidcClients, issuer }: IdentityConfig) {
    const own = [pagesAt(issuer), COMMAND_LINE, ...(dashboardUrl ? [dashboardAt(dashboardUrl)] : [])];
    this.#entries = [...own, ...parseClients(oidcClients)];
  }

  /** Returns the clients as the library takes them. */
  metadata(): ClientMetadata[] {
    return this.#entries.map((entry) =>
      this.isByCode(entry.client_id)
        ? { ...entry, grant_types: [DEVICE_CODE, 'refresh_token'], response_types: [] }
        : { ...entry, grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    );
  }

  find(clientId: string): ClientEntry | undefined {
    return this.#entries.find(({ client_id }) => client_id === clientId);
  }

  /** Whether an app is a part of the product, whose tokens open the product's own data. */
  isOwn(clientId: string): boolean {
    return clientId === DASHBOARD_CLIENT || this.isByCode(clientId);
  }

  /** Tells whether users sign in to an app by a code that it shows: each such login has a session of its own. */
  isByCode(clientId: string): boolean {
    return clientId === COMMAND_LINE_CLIENT;
  }

  /** Whether an app needs no consent: it is the product's own, or receives nothing. */
  isTrusted(clientId: string): boolean {
    return this.isOwn(clientId) || clientId === PAGES_CLIENT;
  }
}

/** Has the type `web`, because the page that asks for the code is its consent. */
const COMMAND_LINE: ClientEntry = {
  client_id: COMMAND_LINE_CLIENT,
  client_name: 'Command line',
  redirect_uris: [],
  post_logout_redirect_uris: [],
  token_endpoint_auth_method: 'none',
  application_type: 'web',
  scope: 'openid profile email service',
};

/** They only need the user signed in, and receive no usable token. */
function pagesAt(issuer: string): ClientEntry {
  return {
    client_id: PAGES_CLIENT,
    client_name: 'your invitation',
    redirect_uris: [new URL(LINK_PATHS.invitation, issuer).href],
    post_logout_redirect_uris: [],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    scope: 'openid',
  };
}

/** The dashboard's client: a public browser app, identified only by its callback. */
export function dashboardAt(url: string): ClientEntry {
  const base = url.replace(/\/+$/, '');
  return {
    client_id: DASHBOARD_CLIENT,
    client_name: 'Dashboard',
    redirect_uris: [`${base}${DASHBOARD_CALLBACK}`],
    post_logout_redirect_uris: [`${base}/`],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    scope: OIDC_SCOPES.join(' '),
  };
}
