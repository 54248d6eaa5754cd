import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClamdDouble, EICAR } from '#libs/testing';
import { Antivirus } from './antivirus.js';
import { AntivirusUnavailable } from './errors.js';

let clamd: ClamdDouble;
let antivirus: Antivirus;

beforeAll(async () => {
  clamd = await ClamdDouble.start();
});
afterAll(() => clamd?.stop());
beforeEach(() => {
  clamd.scanned.length = 0;
  clamd.maxBytes = 25 * 1024 * 1024;
  clamd.hangs = false;
  antivirus = new Antivirus({ clamdUrl: clamd.url });
});

describe('the virus scanner', () => {
  it('finds nothing in harmless content, however it is cut', async () => {
    const content = Buffer.alloc(300_000, 'harmless ');
    expect(await antivirus.scan([content.subarray(0, 1), content.subarray(1)])).toEqual({ verdict: 'clean' });
    expect(clamd.scanned[0]?.equals(content)).toBe(true);
  });

  it('names what it finds', async () => {
    const found = await antivirus.scan([Buffer.from(`text ${EICAR}`)]);
    expect(found).toEqual({ verdict: 'infected', signature: 'Eicar-Test-Signature' });
  });

  it('scans nothing where none is configured', async () => {
    expect(await new Antivirus({}).scan([Buffer.from(EICAR)])).toEqual({ verdict: 'unscanned' });
  });

  it('is not available when it does not run', async () => {
    const gone = await ClamdDouble.start();
    const { url } = gone;
    await gone.stop();
    await expect(new Antivirus({ clamdUrl: url }).scan([])).rejects.toThrow(AntivirusUnavailable);
  });

  it('is not available when it does not answer in time', async () => {
    clamd.hangs = true;
    const hasty = new Antivirus({ clamdUrl: clamd.url, timeoutMs: 50 });
    await expect(hasty.scan([Buffer.from('a')])).rejects.toThrow(AntivirusUnavailable);
  });

  it('is not available for more than it scans', async () => {
    clamd.maxBytes = 1_000;
    await expect(antivirus.scan([Buffer.alloc(5_000_000)])).rejects.toThrow(AntivirusUnavailable);
  });

  it('passes on why the content could not be read', async () => {
    const broken = async function* () {
      yield Buffer.from('a');
      throw new Error('the file is gone');
    };
    await expect(antivirus.scan(broken())).rejects.toThrow('the file is gone');
  });

  it('scans a few at a time', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => antivirus.scan([Buffer.from(`file ${n}`)])));
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['clean']));
  });
});
