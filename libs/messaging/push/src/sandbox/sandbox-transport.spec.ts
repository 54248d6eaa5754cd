import { describe, expect, it } from 'vitest';
import { failureOf, messageTo } from '../../test-support/messages.js';
import { sandboxOutcome, SandboxPushTransport } from './sandbox-transport.js';

describe('the sandbox', () => {
  it('accepts messages and keeps the last ones', async () => {
    const sandbox = new SandboxPushTransport({ kept: 2 });
    for (const id of ['psh_1', 'psh_2', 'psh_3']) await sandbox.send(messageTo('ios', 'any', { id }));
    expect(sandbox.sent.map(({ id }) => id)).toEqual(['psh_2', 'psh_3']);
    expect(await sandbox.sendToTopic({ ...messageTo('ios', 'any'), topic: 'news' })).toEqual({
      providerId: expect.stringMatching(/^sandbox-/),
    });
  });

  it.each([
    ['android', 'sandbox-gone', 'gone'],
    ['ios', 'sandbox-refused-2', 'refused'],
    ['web', '{"endpoint":"https://push.example.test/x/sandbox-deferred"}', 'deferred'],
    ['web', 'sandbox-gone', 'taken'],
    ['android', 'my-sandbox-gone', 'taken'],
    ['android', 'sandbox-', 'taken'],
  ] as const)('gives %s %s the outcome %s', (platform, token, outcome) => {
    expect(sandboxOutcome({ platform, token })).toBe(outcome);
  });

  it('fails as a push service would', async () => {
    const sandbox = new SandboxPushTransport();
    expect((await failureOf(sandbox.send(messageTo('ios', 'sandbox-gone')))).kind).toBe('gone');
    expect((await failureOf(sandbox.send(messageTo('ios', 'sandbox-refused')))).kind).toBe('permanent');
    expect((await failureOf(sandbox.send(messageTo('ios', 'sandbox-deferred')))).kind).toBe('temporary');
    await sandbox.send(messageTo('ios', 'sandbox-deferred'));
    expect(sandbox.sent).toHaveLength(1);
  });
});
