// How quickly a message of 50 MB is read, and how much memory that takes: a file in base64, in lines as programs write them, and
// in one line. Beside libs/mail/mime, the readers postal-mime and mailparser.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { type Reader, READERS, type Reading } from './support/mime-process.js';
import { readOptions } from './support/options.js';
import { judge, Report, type Verdict } from './support/report.js';
import { quantile } from './support/statistics.js';

const options = readOptions({ rounds: 3, megabytes: 50 });
const MIB = 1024 * 1024;
/** The most memory above rest, in MiB. */
const MEMORY_MAX = 64;

await bench(async (cleanup) => {
  const dir = await mkdtemp(join(tmpdir(), 'bench-mime-'));
  cleanup.add({ stop: () => rm(dir, { recursive: true, force: true }) });
  const small = await written(dir, 'small', randomBytes(3_000), true);
  const file = randomBytes(Math.floor((options.megabytes * MIB * 3) / 4));
  const shapes = [
    ['in lines', await written(dir, 'lines', file, true)],
    ['in one line', await written(dir, 'line', file, false)],
  ] as const;

  const verdicts: Verdict[] = [];
  for (const [shape, path] of shapes) {
    const report = new Report(`A message of ${options.megabytes} MiB ${shape}`, ['MiB/s', 'MiB above rest'], {
      name: 'reader',
      width: 14,
    });
    for (const reader of READERS) {
      const readings: Reading[] = [];
      for (let round = 0; round < options.rounds; round += 1) readings.push(await readIn(reader, path));
      if (readings.some(({ fileBytes }) => fileBytes !== file.length)) throw new Error(`${reader} lost bytes`);
      const speed = quantile(readings.map(({ seconds }) => options.megabytes / seconds));
      const memory = Math.max(...readings.map((reading) => reading.memory));
      report.add([speed, memory], reader);
      const name = `MiB above rest, ${shape}`;
      if (reader === 'libs/mail/mime') verdicts.push({ name, value: memory, bound: 'most', floor: MEMORY_MAX });
    }
  }
  judge(verdicts);

  /** In a process of its own: what another reading left is no part of the memory. */
  async function readIn(reader: Reader, path: string): Promise<Reading> {
    const process = await HelperProcess.start('./support/mime-process.js', import.meta.url);
    try {
      return await process.ask<Reading>('read', { reader, small, path });
    } finally {
      await process.stop();
    }
  }
});

/** A message with a text and a file. */
async function written(dir: string, name: string, file: Buffer, inLines: boolean): Promise<string> {
  const base64 = file.toString('base64');
  const path = join(dir, `${name}.eml`);
  const head = [
    'From: Ana Lima <ana@sender.test>',
    'To: orders@shop.test',
    'Subject: The file',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Here it is.',
    '--b',
    'Content-Type: application/octet-stream; name=data.bin',
    'Content-Disposition: attachment; filename=data.bin',
    'Content-Transfer-Encoding: base64',
    '',
    '',
  ].join('\r\n');
  const body = inLines ? base64.replaceAll(/.{76}/g, '$&\r\n') : base64;
  await writeFile(path, `${head}${body}\r\n--b--\r\n`);
  return path;
}
