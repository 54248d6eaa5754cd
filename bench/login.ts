// Logins per second through the platform and identity; for comparison argon2id verifications alone, as many at a time.
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { Identity } from './support/identity.js';
import { LoadGenerator } from './support/load.js';
import { readOptions } from './support/options.js';
import { Platform } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { until } from './support/until.js';

/**
 * Enough users that none reaches the maximum of sessions. The warm-up (seconds) is long because V8 compiles the code of a
 * login late: there are only about a hundred logins a second.
 */
const options = readOptions({ rounds: 5, seconds: 5, connections: 8, users: 256, warmUp: 20 });
/** Registrations at a time: identity rejects more than a hundred that wait for their hash. */
const AT_A_TIME = 64;

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const platform = cleanup.add(await Platform.prepare(services));
  const sink = cleanup.add(await HelperProcess.start('./support/smtp-sink-process.js', import.meta.url));
  const smtpUrl = `smtp://127.0.0.1:${await sink.ask<number>('listen')}`;
  const identity = cleanup.add(await Identity.start(services, { SMTP_URL: smtpUrl }));
  const app = cleanup.add(await platform.start('api', { ...identity.environment, AUTH_CALLS_PER_MINUTE: '1000000' }));
  const argon2 = cleanup.add(await HelperProcess.start('./limits/argon2-process.js', import.meta.url));
  const generator = cleanup.add(await LoadGenerator.start());
  const users: Awaited<ReturnType<Identity['register']>>[] = [];
  while (users.length < options.users) {
    const more = Math.min(AT_A_TIME, options.users - users.length);
    users.push(...(await Promise.all(Array.from({ length: more }, () => identity.register()))));
  }
  await until('their mails', async () => (await sink.ask<number>('messages')) >= users.length);

  const login = async (seconds: number) => {
    await platform.checkpoint();
    return generator.run({
      port: app.port,
      method: 'POST',
      path: '/api/auth/login',
      headers: {},
      body: users.map((user) => JSON.stringify(user)),
      connections: options.connections,
      seconds,
      expectedStatus: 200,
    });
  };

  const report = new Report(`POST /api/auth/login, ${options.connections} connections, per second`, [
    'logins',
    'p50 ms',
    'argon2id',
    'ratio',
  ]);
  await login(options.warmUp);
  await argon2.ask('run', { seconds: 1 });
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await login(options.seconds);
    const limit = await argon2.ask<number>('run', { seconds: options.seconds });
    report.add([ours.perSecond, ours.p50, limit, ours.perSecond / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'logins / argon2id', value: ratio, bound: 'least', floor: 0.55 }]);
});
