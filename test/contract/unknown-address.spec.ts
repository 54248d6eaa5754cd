import { describe, expect, it } from 'vitest';
import { APPS } from '../support/apps.js';
import { EveryApp } from '../support/every-app.js';
import { useStack } from '../support/use-stack.js';

/** A file: the dashboard has its page at all other addresses. */
const NOWHERE = '/nothing/here.png';
/** The headers of a browser in which somebody opens an address. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'es-AR,es;q=0.9',
  'sec-fetch-mode': 'navigate',
};

const every = useStack(() => EveryApp.start());

describe.each(APPS)('an address of $name that nothing is at', (app) => {
  it('is a page in the language of the person who opens it', async () => {
    const { status, headers, text } = await app.anonymousIn(every).get(NOWHERE, NAVIGATION);
    expect([status, headers['content-type'], headers['content-language']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'es',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toMatch(/<html lang="es">[^]*<h1>/);
  });

  it.each<Record<string, string>>([{}, { accept: '*/*' }, { accept: 'application/json', 'sec-fetch-mode': 'cors' }])(
    'is an error of the API to a program: %j',
    async (headers) => {
      const answer = await app.anonymousIn(every).get(NOWHERE, headers);
      expect(answer.status).toBe(404);
      expect(app.errors.messageOf(answer.body)).not.toBe('');
    },
  );
});
