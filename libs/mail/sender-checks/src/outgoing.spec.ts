import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Outgoing } from './outgoing.js';

describe('messages to another thread', () => {
  it('go together with those of the same turn, in their order and with the memory that is given away', async () => {
    const posted: [string[], ArrayBuffer[]][] = [];
    const outgoing = new Outgoing<string>((...given) => posted.push(given));
    const memory = new ArrayBuffer(8);
    outgoing.add('a');
    await Promise.resolve();
    outgoing.add('b', memory);
    expect(posted).toEqual([]);
    await endOfTurn();
    expect(posted).toEqual([[['a', 'b'], [memory]]]);
    outgoing.add('c');
    await endOfTurn();
    expect(posted.slice(1)).toEqual([[['c'], []]]);
  });
});
