import { describe, expect, it } from 'vitest';
import { Logger, NestLogger, runInContext } from './index.js';

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

  it('drops fields that are not allowed and values that are not scalars, and names them', () => {
    const { lines, log } = recorder();
    const fields = { email: 'a@b.co', body: { a: 1 }, status: { a: 1 }, messageId: 'msg_1' };
    log.info('sold', fields as object);
    expect(lines[0]).toEqual({
      level: 'info',
      time: expect.any(String),
      service: 'shop',
      messageId: 'msg_1',
      dropped: 'email,body,status',
      msg: 'sold',
    });
  });

  it('accepts no other field, in a literal, a variable or a spread', () => {
    const { log } = recorder();
    const fields = { count: 1, email: 'a@b.co' };
    // @ts-expect-error not a field of the log
    log.info('sold', { email: 'a@b.co' });
    // @ts-expect-error neither in a variable
    log.info('sold', fields);
    // @ts-expect-error nor in a spread
    log.info('sold', { ...fields });
    // @ts-expect-error values are scalars
    log.info('sold', { status: { a: 1 } });
    expect(log.isEnabled('info')).toBe(true);
  });

  it('removes secrets from an error', () => {
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

  it('adds the fields of the context', () => {
    const { lines, log } = recorder();
    runInContext({ requestId: 'req_1', logFields: { requestId: 'req_1', kind: 'x' } }, () => {
      log.warn('odd', { kind: 'y' });
    });
    log.warn('outside');
    expect(lines[0]).toMatchObject({ level: 'warn', requestId: 'req_1', kind: 'y' });
    expect(lines[1]).not.toHaveProperty('requestId');
  });

  it('is silent below its level', () => {
    const { lines, log } = recorder();
    log.debug('detail');
    expect(lines).toEqual([]);
  });
});

describe("Nest's messages", () => {
  it('have the level debug, and error for errors', () => {
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
