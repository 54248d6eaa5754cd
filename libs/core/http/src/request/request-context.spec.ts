import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ContextSlot, currentRequest, withContext, workContext } from '../index.js';

const color = new ContextSlot<string>('color');

describe('the request context', () => {
  it('follows the work through promises and timers, and is separate for each request', async () => {
    const paint = (name: string) =>
      withContext(workContext(name), async () => {
        color.set(name);
        await nextTurn();
        return [currentRequest()?.path, color.get()];
      });
    expect(await Promise.all([paint('red'), paint('blue')])).toEqual([
      ['red', 'red'],
      ['blue', 'blue'],
    ]);
  });

  it('is absent outside of a request, where a slot has no value and cannot be set', () => {
    expect(currentRequest()).toBeUndefined();
    expect(color.get()).toBeUndefined();
    expect(() => color.set('green')).toThrow('There is no request to keep color in');
  });
});
