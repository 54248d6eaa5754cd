import { describe, expect, it } from 'vitest';
import { EndpointTurns } from './endpoint-turns.js';

const LIMITS = { perEndpoint: 2, unanswered: 2 };

async function turnsWithSilent(...ids: string[]): Promise<EndpointTurns> {
  const turns = new EndpointTurns(LIMITS);
  for (const id of ids) {
    await turns.take(id, 0);
    turns.giveBack(id, false);
  }
  return turns;
}

describe('EndpointTurns', () => {
  it('gives an endpoint a few turns at a time, and endpoints do not share them', async () => {
    const turns = new EndpointTurns(LIMITS);
    expect(await turns.take('a', 0)).toBe(true);
    expect(await turns.take('a', 0)).toBe(true);
    expect(await turns.take('a', 0)).toBe(false);
    expect(await turns.take('b', 0)).toBe(true);
  });

  it('passes a turn on to whoever waits, in order', async () => {
    const turns = new EndpointTurns(LIMITS);
    await Promise.all([turns.take('a', 0), turns.take('a', 0)]);
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      expect(await turns.take('a', 5_000)).toBe(true);
      order.push(number);
    });
    turns.giveBack('a', true);
    turns.giveBack('a', true);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
    expect(await turns.take('a', 0)).toBe(false);
  });

  it('lets nobody wait for longer than they said', async () => {
    const turns = new EndpointTurns({ ...LIMITS, perEndpoint: 1 });
    await turns.take('a', 0);
    expect(await turns.take('a', 20)).toBe(false);
    turns.giveBack('a', true);
    expect(await turns.take('a', 0)).toBe(true);
  });

  it('gives a silent endpoint one turn at a time, and sends those who wait for it away', async () => {
    const turns = new EndpointTurns(LIMITS);
    await Promise.all([turns.take('a', 0), turns.take('a', 0)]);
    const waiting = Promise.all([turns.take('a', 5_000), turns.take('a', 5_000)]);
    turns.giveBack('a', false);
    expect(await waiting).toEqual([false, false]);
    expect(turns.isSilent('a')).toBe(true);
    turns.giveBack('a', false);
    expect(await turns.take('a', 5_000)).toBe(true);
    expect(await turns.take('a', 5_000)).toBe(false);
  });

  it('trusts an endpoint again after its first answer', async () => {
    const turns = await turnsWithSilent('a');
    await turns.take('a', 0);
    turns.giveBack('a', true);
    expect(turns.isSilent('a')).toBe(false);
    expect(await turns.take('a', 0)).toBe(true);
    expect(await turns.take('a', 0)).toBe(true);
  });

  it('bounds all silent endpoints together, and no others by them', async () => {
    const turns = await turnsWithSilent('a', 'b', 'c');
    expect(await turns.take('a', 0)).toBe(true);
    expect(await turns.take('b', 0)).toBe(true);
    expect(await turns.take('c', 0)).toBe(false);
    expect(await turns.take('d', 0)).toBe(true);
    turns.giveBack('a', true);
    expect(await turns.take('c', 0)).toBe(true);
  });

  it('keeps its count when turns end without a request, or an endpoint falls silent with several under way', async () => {
    const turns = await turnsWithSilent('b');
    await Promise.all([turns.take('a', 0), turns.take('a', 0)]);
    turns.giveBack('a', false);
    expect(await turns.take('b', 0)).toBe(true);
    turns.giveBack('b', undefined);
    turns.giveBack('a', undefined);
    expect(turns.isSilent('b')).toBe(true);
    expect(await turns.take('a', 0)).toBe(true);
    expect(await turns.take('b', 0)).toBe(true);
  });
});
