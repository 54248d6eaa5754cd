import { describe, expect, it } from 'vitest';
import { allowLogFields, Logger, NestLogger, setLogContext } from './index.js';

interface Line {
  [name: string]: unknown;
  error?: { message: string; cause?: { message: string }; code?: string };
}

function recorder(level: 'debug' | 'info' = 'info') {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { lines, log: new Logger({ service: 'shop', level, destination }) };
}

describe('the log', () => {
  it('writes one JSON object a line', () => {
    const { lines, log } = recorder();
    log.info('sold', { count: 3 });
    expect(lines).toEqual([{ level: 'info', time: expect.any(String), service: 'shop', count: 3, msg: 'sold' }]);
  });

  it('drops fields that nobody allowed, and values that are not scalars', () => {
    const { lines, log } = recorder();
    log.info('sold', { email: 'a@b.co', body: { a: 1 }, status: { a: 1 }, headers: 'x', messageId: 'msg_1' });
    expect(Object.keys(lines[0]!).sort()).toEqual(['level', 'messageId', 'msg', 'service', 'time']);
  });

  it('takes further field names', () => {
    allowLogFields('shelf');
    const { lines, log } = recorder();
    log.info('sold', { shelf: 7 });
    expect(lines[0]).toMatchObject({ shelf: 7 });
  });

  it('reduces an error to what is no secret', () => {
    const { lines, log } = recorder();
    const cause = new Error('connect postgres://app:hush@db:5432 failed');
    const error = Object.assign(new Error('query failed with Bearer abc.def', { cause }), {
      code: '23505',
      detail: 'Key (email)=(a@b.co) already exists',
      parameters: ['a@b.co'],
    });
    log.error('request failed', { error });
    const text = JSON.stringify(lines[0]);
    expect(lines[0]!.error).toMatchObject({
      code: '23505',
      cause: { message: 'connect postgres://app:***@db:5432 failed' },
    });
    expect(text).not.toMatch(/hush|a@b\.co|abc\.def/);
  });

  it('adds what is known of the request', () => {
    setLogContext(() => ({ requestId: 'req_1' }));
    const { lines, log } = recorder();
    log.warn('odd');
    setLogContext(() => undefined);
    expect(lines[0]).toMatchObject({ level: 'warn', requestId: 'req_1' });
  });

  it('is silent below its level', () => {
    const { lines, log } = recorder();
    log.debug('detail');
    expect(lines).toEqual([]);
  });
});

describe("Nest's messages", () => {
  it('are detail when all is well and errors when not', () => {
    const { lines, log } = recorder('debug');
    const nest = new NestLogger(log);
    nest.log('Mapped {/x, GET} route', 'RouterExplorer');
    nest.error('it broke', 'Error: it broke\n    at x.js:1', 'ExceptionsHandler');
    expect(lines).toEqual([
      expect.objectContaining({ level: 'debug', component: 'RouterExplorer' }),
      expect.objectContaining({
        level: 'error',
        component: 'ExceptionsHandler',
        error: expect.objectContaining({ name: 'Error' }),
      }),
    ]);
  });
});
