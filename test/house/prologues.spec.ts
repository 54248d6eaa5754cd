import { describe, expect, it } from 'vitest';
import { sourcesIn, type Source } from './sources.js';

/** Specs that start and end their servers by hand. The list only shrinks: see {@link handmadeIn}. */
const HANDMADE: readonly string[] = [
  'apps/pages/src/portuguese.spec.ts',
  'apps/platform/src/delivery/job-context.e2e.spec.ts',
  'apps/platform/src/delivery/trace.e2e.spec.ts',
  'apps/runtime/src/submissions/journal/lead-journal.e2e.spec.ts',
  'apps/runtime/src/submissions/outage.e2e.spec.ts',
  'apps/runtime/src/submissions/submissions.e2e.spec.ts',
  'apps/runtime/src/visits/outage.e2e.spec.ts',
  'test/attacks/daily-limit.spec.ts',
  'test/attacks/proxy.spec.ts',
  'test/attacks/sign-up.spec.ts',
  'test/attacks/sms-credentials.spec.ts',
  'test/attacks/sms-recipients.spec.ts',
  'test/attacks/sms-reports.spec.ts',
  'test/attacks/templates.spec.ts',
  'test/browser/account-pages.spec.ts',
  'test/browser/docs-page.spec.ts',
  'test/browser/form-addresses.spec.ts',
  'test/browser/form-snippet.spec.ts',
  'test/browser/form-values.spec.ts',
  'test/browser/landing-page.spec.ts',
  'test/browser/mail-display.spec.ts',
  'test/browser/mail-links.spec.ts',
  'test/browser/page-rendering.spec.ts',
  'test/browser/preference-pages.spec.ts',
  'test/browser/push.spec.ts',
  'test/browser/sign-in.spec.ts',
  'test/compose/compose.spec.ts',
  'test/contract/apps-at-rest.spec.ts',
  'test/contract/hostile-input.spec.ts',
  'test/contract/hostile-parameters.spec.ts',
  'test/events/contact-changes.spec.ts',
  'test/faults/console-postgres-stopped.spec.ts',
  'test/faults/credential-revoke.spec.ts',
  'test/faults/event-sender-killed.spec.ts',
  'test/faults/identity-outage.spec.ts',
  'test/faults/identity-postgres-stopped.spec.ts',
  'test/faults/interrupted-sending.spec.ts',
  'test/faults/killing-job.spec.ts',
  'test/faults/leads-reach-the-crm.spec.ts',
  'test/faults/live-traffic-redis.spec.ts',
  'test/faults/mail-dependencies-away.spec.ts',
  'test/faults/mail-import-killed.spec.ts',
  'test/faults/mail-live-redis.spec.ts',
  'test/faults/mail-receiving-killed.spec.ts',
  'test/faults/mail-sending-killed.spec.ts',
  'test/faults/redis-cluster.spec.ts',
  'test/faults/runtime-killed.spec.ts',
  'test/isolation/database.spec.ts',
  'test/isolation/other-tenant-ids.spec.ts',
  'test/isolation/tenant-export.spec.ts',
  'test/isolation/tenant-removal.spec.ts',
  'test/operations/backup.spec.ts',
  'test/operations/bucket-blobs.spec.ts',
  'test/operations/managed-postgres.spec.ts',
  'test/operations/snapshots.spec.ts',
  'test/operations/upgrade.spec.ts',
  'test/privacy/erasure.spec.ts',
  'test/privacy/subject-export.spec.ts',
  'test/privacy/tenant-deletion.spec.ts',
  'test/privacy/tenant-export.spec.ts',
  'test/privacy/tenant-removal.spec.ts',
  'test/support/traces.spec.ts',
];

const AFTER_ALL = /\bafterAll\((?:[^;{]*;|[^]*?\n *\}(?:, \w+)?\);)/g;
const ENDS = /\.(?:close|stop|drop|destroy|end|disconnect|kill)\(/;

/** Lists the specs that start something in `beforeAll` and end it in `afterAll`, as `useStack` does. */
const handmadeIn = (specs: readonly Source[]): string[] =>
  specs
    .filter(({ text }) => /\bbeforeAll\(/.test(text))
    .filter(({ text }) => (text.match(AFTER_ALL) ?? []).some((hook) => ENDS.test(hook)))
    .map(({ file }) => file);

describe('a spec', () => {
  const spec = (...lines: string[]): Source => ({ file: 'a.spec.ts', text: lines.join('\n') });
  const START = ['beforeAll(async () => {', '  stack = await platformStack();', '});'];

  it.each([
    ['afterAll(() => stack?.close());'],
    ['afterAll(async () => {', '  await sink?.stop();', '  await stack?.close();', '});'],
    ['  afterAll(async () => {', '    await pool.end();', '  }, LONG_MS);'],
  ])('starts and ends by hand: %s', (...end) => {
    expect(handmadeIn([spec(...START, ...end)])).toEqual(['a.spec.ts']);
  });

  it.each([
    [['const stack = useStack(() => platformStack());']],
    [[...START, 'it("ends", () => stack.close());']],
    [[...START, 'afterAll(() => void vi.useRealTimers());', 'it("ends", () => stack.close());']],
    [['afterAll(() => dropAll());', 'it("ends", () => stack.close());']],
  ])('does not: %s', (lines) => {
    expect(handmadeIn([spec(...lines)])).toEqual([]);
  });

  it('starts servers by useStack, which ends them in the reverse order', () => {
    const specs = sourcesIn(['apps', 'test'], /\.spec\.ts$/).filter(({ file }) => !file.startsWith('test/house/'));
    expect(specs.length).toBeGreaterThan(300);
    const handmade = handmadeIn(specs);
    expect(
      handmade.filter((file) => !HANDMADE.includes(file)),
      'Use useStack and usePrepared of test/support/use-stack.ts',
    ).toEqual([]);
    expect(
      HANDMADE.filter((file) => !handmade.includes(file)),
      'These are to leave the list',
    ).toEqual([]);
  });
});
