import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalFiles } from './journal-files.js';

let dir: string;
let opened: JournalFiles[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'journal-'));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((files) => files.close()));
  rmSync(dir, { recursive: true, force: true });
});

function journalFiles(abandonedMs?: number): JournalFiles {
  const files = new JournalFiles(dir, abandonedMs);
  opened.push(files);
  return files;
}

/** Takes over what another process has open, however new it is. */
const IMPATIENT = -1;

async function readAll(files: JournalFiles): Promise<string[]> {
  const lines: string[] = [];
  for (const path of await files.listClosed()) {
    for await (const group of files.readGroups(path, 2)) lines.push(...group);
    await files.remove(path);
  }
  return lines;
}

describe('the files of a journal', () => {
  it('give back long lines in groups that memory has room for', async () => {
    const files = journalFiles();
    for (let n = 0; n < 5; n += 1) await files.append(`${'x'.repeat(3 * 1024 * 1024)}\n`);
    await files.close();
    const sizes: number[] = [];
    for (const path of await files.listClosed())
      for await (const group of files.readGroups(path, 1_000)) sizes.push(group.length);
    expect(sizes).toEqual([3, 2]);
  });

  it('give back the lines in their order, once they are closed', async () => {
    const files = journalFiles();
    for (const line of ['a', 'b', 'c']) await files.append(`${line}\n`);
    expect(await readAll(files)).toEqual([]);
    await files.close();
    await files.append('d\n');
    await files.close();
    expect(await readAll(files)).toEqual(['a', 'b', 'c', 'd']);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('of a process that writes are left alone by the others', async () => {
    const [writer, reader] = [journalFiles(), journalFiles()];
    await writer.append('a\n');
    expect(await readAll(reader)).toEqual([]);
    await writer.append('b\n');
    await writer.close();
    expect(await readAll(reader)).toEqual(['a', 'b']);
  });

  it('of a process that is gone are taken over', async () => {
    await journalFiles().append('a\n');
    expect(await readAll(journalFiles(IMPATIENT))).toEqual(['a']);
  });

  it('keep every accepted line of a writer that was taken for gone, though it was not', async () => {
    const [writer, reader] = [journalFiles(), journalFiles(2)];
    const accepted: string[] = [];
    const kept = new Set<string>();
    const write = async () => {
      for (let n = 0; n < 200; n += 1) {
        const result = await Promise.allSettled([writer.append(`${n}\n`)]);
        if (result[0].status === 'fulfilled') accepted.push(String(n));
      }
      await writer.close();
    };
    const writing = new AbortController();
    const read = async () => {
      while (!writing.signal.aborted) for (const line of await readAll(reader)) kept.add(line);
      for (const line of await readAll(reader)) kept.add(line);
    };
    await Promise.all([write().finally(() => writing.abort()), read()]);
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.filter((line) => !kept.has(line))).toEqual([]);
  });

  it('lose no line that is written while the file is closed', async () => {
    const files = journalFiles();
    const written = Array.from({ length: 100 }, (_, n) => String(n));
    for (const line of written) {
      await Promise.all([files.append(`${line}\n`), files.close()]);
    }
    await files.close();
    expect(await readAll(files)).toEqual(written);
  });

  it('are read by two processes at once without an error', async () => {
    const files = journalFiles();
    await files.append('a\n');
    await files.close();
    const [one, other] = await Promise.all([readAll(files), readAll(journalFiles())]);
    expect([...new Set([...one, ...other])]).toEqual(['a']);
  });

  it('never continue a line whose write failed', async () => {
    const files = journalFiles();
    await files.append('a\n');
    const [name] = readdirSync(dir);
    appendFileSync(join(dir, name!), 'half a line');
    renameSync(dir, `${dir}-away`);
    await expect(files.append('b\n')).rejects.toThrow('ENOENT');
    renameSync(`${dir}-away`, dir);
    await files.append('c\n');
    await files.close();
    expect((await readAll(journalFiles(IMPATIENT))).at(-1)).toBe('c');
  });

  it('keep aside what is given, for its owner alone to read', async () => {
    const files = journalFiles();
    await files.append('a\nb\n');
    await files.close();
    const [path] = await files.listClosed();
    await files.setAside(path!, ['b']);
    await files.remove(path!);
    expect(readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'))).toEqual(['b\n']);
    expect(await readAll(files)).toEqual([]);
  });
});
