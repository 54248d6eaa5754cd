import { CombinedError } from 'urql';
import { describe, expect, it } from 'vitest';
import { fieldOf, isSignedOut, problemsOf, worst } from './problems.ts';

const errorOf = (extensions: Record<string, unknown>, path?: string[]) => ({ message: 'English', extensions, path });

describe('problems of an answer', () => {
  it('have the code, the part, the field and the id of the request, never the text of the server', () => {
    const extensions = { code: 'InvalidInput', app: 'platform', field: 'source', requestId: 'req_1', retryAfter: 3 };
    const error = new CombinedError({ graphQLErrors: [errorOf(extensions, ['sendEmail'])] });
    expect(problemsOf(error)).toEqual([{ ...extensions, path: 'sendEmail' }]);
  });

  it('are one of being offline when no answer came', () => {
    expect(problemsOf(new CombinedError({ networkError: new Error('fetch failed') }))).toEqual([{ code: 'Offline' }]);
  });

  it('mean that nobody is signed in only if every root field was refused', () => {
    const refused = { code: 'AuthorizationError' };
    expect(isSignedOut({ me: null, tenants: null }, [refused, refused])).toBe(true);
    expect(isSignedOut({ me: { userId: 'u' }, consoleMe: null }, [refused])).toBe(false);
    expect(isSignedOut({ me: null }, [refused, { code: 'ServiceUnavailable', app: 'crm' }])).toBe(false);
    expect(isSignedOut({ me: null }, [])).toBe(false);
  });

  it('show a fault before a part that is away', () => {
    expect(worst([{ code: 'ServiceUnavailable' }, { code: 'NotFound' }])).toEqual({ code: 'NotFound' });
    expect(worst([{ code: 'ServiceUnavailable' }])).toEqual({ code: 'ServiceUnavailable' });
    expect(worst([])).toBeUndefined();
  });

  it('belong to the field of a form in whatever case the server spells it', () => {
    expect(fieldOf({ code: 'x', field: 'Destination.ToAddresses' }, ['source', 'toAddresses'])).toBe('toAddresses');
    expect(fieldOf({ code: 'x', field: 'input.name' }, ['name'])).toBe('name');
    expect(fieldOf({ code: 'x' }, ['name'])).toBeUndefined();
  });
});
