import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createRedis } from '#libs/core/redis';
import { testRedis, waitUntil } from '#libs/test/testing';
import { MailLimit } from './mail-limit.js';
import { useStack } from '../../../../test/support/use-stack.js';

const redis = useStack(async () => {
  const client = createRedis((await testRedis()).url);
  await waitUntil(() => Promise.resolve(client.status === 'ready'), { what: 'a connection to Redis' });
  return client;
});

const anAddress = () => `${randomUUID()}@example.test`;

it('gives the reason again to one who repeats the 31st mail of an hour', async () => {
  const limit = new MailLimit(redis);
  const user = randomUUID();
  for (let mail = 0; mail < 30; mail += 1) await limit.consume('invitation', anAddress(), user);
  const address = anAddress();
  for (const attempt of ['first', 'second']) {
    await expect(limit.consume('invitation', address, user), attempt).rejects.toThrow('You caused 30 mails');
  }
});

it('does not count for the user what an address refuses', async () => {
  const limit = new MailLimit(redis);
  const user = randomUUID();
  const address = anAddress();
  await limit.consume('invitation', address, user);
  for (let mail = 0; mail < 30; mail += 1) {
    await expect(limit.consume('invitation', address, user)).rejects.toThrow('was sent to this address');
  }
  await limit.consume('invitation', anAddress(), user);
});
