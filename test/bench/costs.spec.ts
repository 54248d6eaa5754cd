import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { costLines, costOf, countAsProduct, forgetProduct, isPortOfProduct, rate } from '../../bench/support/costs.js';

const started: ChildProcess[] = [];

afterEach(() => {
  costLines();
  for (const child of started.splice(0)) {
    forgetProduct(child.pid!);
    child.kill('SIGKILL');
  }
});

/** A process that takes so much processor time (milliseconds) whenever it is asked, and says when it has. */
async function worker(): Promise<{ pid: number; work: (ms: number) => Promise<void> }> {
  const program = `process.stdin.on('data', (ms) => {
    const before = process.cpuUsage();
    for (let took = 0; took < Number(ms) * 1000;) {
      const { user, system } = process.cpuUsage(before);
      took = user + system;
    }
    process.stdout.write('done');
  });
  process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'ignore'] });
  started.push(child);
  const said = () => new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  await said();
  const work = async (ms: number) => {
    const done = said();
    child.stdin.write(String(ms));
    await done;
  };
  return { pid: child.pid!, work };
}

describe.runIf(process.platform === 'linux')('what a measurement of a bench costs', () => {
  it('is the processor time of the product for a thousand of what is counted, and its memory', async () => {
    const { pid, work } = await worker();
    countAsProduct(pid, 'worker');
    await costOf(
      'things',
      () => work(200),
      () => 100,
    );
    const [line = '', ...others] = costLines();
    expect(others).toEqual([]);
    const [, all, worked, peak] = /^things: ([\d.]+) s .*worker ([\d.]+)\); ([\d.]+) MiB at most/.exec(line) ?? [];
    // 200 ms for a hundred; the clock of processor time has steps of 10 ms.
    expect(Number(all)).toBeGreaterThanOrEqual(1.5);
    expect(Number(worked)).toBe(Number(all));
    expect(Number(peak)).toBeGreaterThan(10);
  });

  it('is nothing of processes that are no part of the product', async () => {
    const [product, limit] = [await worker(), await worker()];
    countAsProduct(product.pid, 'worker');
    await costOf(
      'things',
      () => limit.work(200),
      () => 100,
    );
    expect(costLines().join()).toMatch(/^things: 0(\.\d+)? s/);
  });

  it('is told once for the rounds of one name, and a measurement within another is part of it', async () => {
    const { pid, work } = await worker();
    countAsProduct(pid, 'worker');
    for (let round = 0; round < 2; round += 1)
      await costOf(
        'outer',
        () =>
          costOf(
            'inner',
            () => work(50),
            () => 1,
          ),
        () => 10,
      );
    expect(costLines()).toEqual([expect.stringMatching(/^outer: /)]);
    expect(costLines()).toEqual([]);
  });

  it('comes with the rate of what is counted', async () => {
    const { pid, work } = await worker();
    countAsProduct(pid, 'worker');
    const perSecond = await rate('things', 100, () => work(100));
    expect(perSecond).toBeGreaterThan(0);
    expect(perSecond).toBeLessThanOrEqual(1_000);
    expect(costLines()).toHaveLength(1);
  });

  it('is measured for loads on ports of the product alone', async () => {
    const { pid } = await worker();
    countAsProduct(pid, 'api', 4_010);
    expect(isPortOfProduct(4_010)).toBe(true);
    expect(isPortOfProduct(4_011)).toBe(false);
    forgetProduct(pid);
    expect(isPortOfProduct(4_010)).toBe(false);
  });
});
