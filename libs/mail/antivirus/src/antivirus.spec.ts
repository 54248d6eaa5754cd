import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClamdDouble, EICAR } from '#libs/test/testing';
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

  it('leaves unscanned what is larger than it scans, also if its answer is lost while content is written', async () => {
    clamd.maxBytes = 1_000;
    for (const bytes of [1_001, 100_000, 5_000_000]) {
      const contents = Array.from({ length: 20 }, () => [Buffer.alloc(bytes), Buffer.alloc(bytes)]);
      const results = await Promise.all(contents.map((content) => antivirus.scan(content)));
      expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['unscanned']));
    }
    expect(await antivirus.scan([Buffer.alloc(1_000)])).toEqual({ verdict: 'clean' });
  });

  it('is not available for more than it scans where content must be scanned', async () => {
    clamd.maxBytes = 1_000;
    await expect(antivirus.requireScan([Buffer.alloc(1_001)])).rejects.toThrow(AntivirusUnavailable);
    expect(await antivirus.requireScan([Buffer.alloc(1_000)])).toEqual({ verdict: 'clean' });
    expect(await new Antivirus({}).requireScan([Buffer.alloc(1_001)])).toEqual({ verdict: 'unscanned' });
  });

  it('is not available when it ends the connection for another reason than the size', async () => {
    const crashing = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.destroy()));
    await once(crashing.listen(0, '127.0.0.1'), 'listening');
    const { port } = crashing.address() as AddressInfo;
    const other = new Antivirus({ clamdUrl: `tcp://127.0.0.1:${port}` });
    await expect(other.scan([Buffer.alloc(5_000_000)])).rejects.toThrow(AntivirusUnavailable);
    crashing.close();
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
