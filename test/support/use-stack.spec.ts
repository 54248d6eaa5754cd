import { afterAll, expect, it } from 'vitest';
import { usePrepared, useStack } from './use-stack.js';

class Server {
  #answer = 42;
  constructor(
    readonly name: string,
    end: 'close' | 'stop' | 'end' | 'drop',
  ) {
    order.push(`start ${name}`);
    this[end] = async () => void order.push(`${end} ${name}`);
  }
  close?: () => Promise<void>;
  stop?: () => Promise<void>;
  end?: () => Promise<void>;
  drop?: () => Promise<void>;
  answer(): number {
    return this.#answer;
  }
}

const order: string[] = [];
const STARTED = ['start sink', 'start stack', 'start database', 'start client'];
// Hooks after the tests run in reverse: this one sees what the later ones did.
afterAll(() => expect(order).toEqual([...STARTED, 'end client', 'drop database', 'close stack', 'stop sink']));

const sink = useStack(async () => new Server('sink', 'stop'));
const stack = useStack(async () => new Server(`stack`, 'close'));
useStack(async () => new Server('database', 'drop'));
useStack(() => new Server('client', 'end'));
const tenant = usePrepared(async () => ({ of: stack.name }));
const early = ((): unknown => {
  try {
    return stack.name;
  } catch (error) {
    return (error as Error).message;
  }
})();

it('starts in the order of the calls', () => {
  expect(order).toEqual(STARTED);
  expect([sink.name, tenant.of]).toEqual(['sink', 'stack']);
});

it('stands for what was started: methods with private fields, class, copies, changes', () => {
  const { answer } = stack;
  expect([stack.answer(), answer()]).toEqual([42, 42]);
  expect(stack).toBeInstanceOf(Server);
  expect({ ...tenant }).toEqual({ of: 'stack' });
  tenant.of = 'another';
  expect(tenant).toEqual({ of: 'another' });
});

it('says so if it is used before the tests', () => {
  expect(early).toBe('A spec file uses what it prepares before its tests have begun');
});
