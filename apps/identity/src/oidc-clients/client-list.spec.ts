import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '#libs/core/config';
import { IdentityConfig } from '../config.js';
import { parseClients } from './client-list.js';

const SECRET = 'a-secret-that-nobody-must-ever-see-in-a-message';
const CLIENT = { client_id: 'notes', client_name: 'Notes', redirect_uris: ['https://notes.example.test/cb'] };

const parsed = (...clients: object[]) => parseClients(JSON.stringify(clients));

/** The error with which identity does not start. */
function problemOf(text: string): string {
  try {
    loadConfig(IdentityConfig, { OIDC_CLIENTS: text });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.find((one) => one.startsWith('OIDC_CLIENTS')) ?? '';
    throw error;
  }
}

describe('the list of clients', () => {
  it('fills in what goes without saying', () => {
    expect(parsed(CLIENT)).toEqual([
      {
        ...CLIENT,
        post_logout_redirect_uris: [],
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        scope: 'openid profile email',
      },
    ]);
    expect(parsed({ ...CLIENT, client_secret: SECRET })[0]?.token_endpoint_auth_method).toBe('client_secret_basic');
    expect(problemOf(JSON.stringify([CLIENT]))).toBe('');
    expect(problemOf('')).toBe('');
  });

  it.each(['https://a.example/cb?x=1', 'http://127.0.0.1:8080/cb', 'http://localhost/cb', 'http://[::1]/cb'])(
    'lets codes go to %s',
    (uri) => expect(parsed({ ...CLIENT, redirect_uris: [uri] })[0]?.redirect_uris).toEqual([uri]),
  );

  it.each([
    'http://a.example/cb',
    'https://*.a.example/cb',
    'https://a.example/cb#x',
    'https://me:pw@a.example/cb',
    'com.example.app:/cb',
    'javascript:alert(1)',
    '/cb',
    '',
  ])('lets no code go to %s', (uri) =>
    expect(() => parsed({ ...CLIENT, redirect_uris: [uri] })).toThrow('redirect_uris[0] must be'),
  );

  it('knows the schemes of native apps by their dot', () => {
    const native = { ...CLIENT, application_type: 'native' };
    expect(parsed({ ...native, redirect_uris: ['com.example.app:/cb'] })).toHaveLength(1);
    expect(() => parsed({ ...native, redirect_uris: ['javascript:alert(1)'] })).toThrow();
  });

  it.each([
    ['{}', 'must be a list'],
    ['[', 'must be JSON'],
    ['[1]', 'client 1 must be an object'],
    [JSON.stringify([{ ...CLIENT, client_id: 'dashboard' }]), 'client_id'],
    [JSON.stringify([{ ...CLIENT, client_id: 'service' }]), 'client_id'],
    [JSON.stringify([{ ...CLIENT, client_id: 'cli' }]), 'client_id'],
    [JSON.stringify([CLIENT, CLIENT]), 'twice'],
    [JSON.stringify([{ ...CLIENT, grant_types: ['implicit'] }]), 'grant_types'],
    [JSON.stringify([{ ...CLIENT, client_secret: 'short' }]), 'client_secret'],
    [JSON.stringify([{ ...CLIENT, scope: 'openid everything' }]), 'scope'],
    [JSON.stringify([{ ...CLIENT, redirect_uris: [] }]), 'redirect_uris'],
    [JSON.stringify([{ ...CLIENT, client_secret: SECRET, token_endpoint_auth_method: 'x' }]), 'auth_method'],
  ])('keeps identity from starting with %s', (text, named) => {
    const problem = problemOf(text);
    expect(problem).toMatch(/^OIDC_CLIENTS: /);
    expect(problem).toContain(named);
    expect(problem).not.toContain(SECRET);
  });
});
