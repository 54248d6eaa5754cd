import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const OPEN = '.open';
const CLOSED = '.journal';
const REJECTED = '.rejected';
/** A process closes its file much sooner, so the process of an older one is gone. */
const ABANDONED_MS = 10_000;
const TRIES = 3;
/** Characters of a group of lines: it is read into memory as a whole. */
const GROUP_CHARACTERS = 8 * 1024 * 1024;

interface OpenFile {
  handle: FileHandle;
  path: string;
  /** Has lines that a power cut would take. */
  isUnflushed?: boolean;
}

/**
 * Lines in files of a directory, which several processes may share. A process appends to an open file of its own; once
 * closed, a file is read and removed by whichever process comes first, or by two of them.
 */
export class JournalFiles {
  private file: OpenFile | undefined;
  private writing: Promise<void> = Promise.resolve();
  private opened = 0;

  /** @param abandonedMs after so long without a write, the open file of another process is taken over */
  constructor(
    private readonly dir: string,
    private readonly abandonedMs = ABANDONED_MS,
  ) {}

  async prepare(): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
  }

  /** Resolves when the lines are on the disk. One call at a time. If it fails, the lines may be there all the same. */
  async append(lines: string): Promise<void> {
    await this.queue(this.write(lines, true));
  }

  /**
   * Resolves when the operating system has the lines: they outlive the process, and are on the disk once the file is closed. As
   * {@link append} otherwise.
   */
  async appendUnflushed(lines: string): Promise<void> {
    await this.queue(this.write(lines, false));
  }

  private async queue(writing: Promise<void>): Promise<void> {
    this.writing = writing.catch(() => undefined);
    await writing;
  }

  /** Closes the own file, so that it can be read. Later lines go to a new one. False if none was open. */
  async close(): Promise<boolean> {
    const { file } = this;
    this.file = undefined;
    await this.writing;
    if (file) await this.closeFile(file);
    return file !== undefined;
  }

  /** The closed files, oldest first; those that a process has left open are among them. */
  async listClosed(): Promise<string[]> {
    const names = await readdir(this.dir);
    const taken = await Promise.all(names.filter((name) => name.endsWith(OPEN)).map((name) => this.takeOver(name)));
    return [...names.filter((name) => name.endsWith(CLOSED)), ...taken.flatMap((name) => name ?? [])]
      .toSorted()
      .map((name) => join(this.dir, name));
  }

  /** Bytes of all files that wait. */
  async countBytes(): Promise<number> {
    const names = (await readdir(this.dir)).filter((name) => name.endsWith(OPEN) || name.endsWith(CLOSED));
    const sizes = await Promise.all(names.map((name) => ifThere(stat(join(this.dir, name)))));
    return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0);
  }

  /**
   * The lines of a closed file in groups, and none if another process has removed it.
   * @param size lines of a group at most; fewer if they are long
   */
  async *readGroups(path: string, size: number): AsyncGenerator<string[]> {
    const handle = await ifThere(open(path, 'r'));
    if (!handle) return;
    const input = handle.createReadStream({ encoding: 'utf8' });
    try {
      const group: string[] = [];
      let characters = 0;
      for await (const line of createInterface({ input })) {
        group.push(line);
        characters += line.length;
        if (group.length < size && characters < GROUP_CHARACTERS) continue;
        characters = 0;
        yield group.splice(0);
      }
      if (group.length > 0) yield group;
    } finally {
      // A reader that stops early leaves the stream open.
      input.destroy();
    }
  }

  /** Keeps lines beside the file for an operator. */
  async setAside(path: string, lines: readonly string[]): Promise<void> {
    await writeFile(path + REJECTED, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  }

  async remove(path: string): Promise<void> {
    await ifThere(unlink(path));
  }

  private async write(lines: string, isFlushed: boolean): Promise<void> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const file = (this.file ??= await this.openFile());
      try {
        await file.handle.appendFile(lines);
        if (isFlushed) await file.handle.datasync();
        else file.isUnflushed = true;
        // Another process that took the file over may have read it before the lines were there.
        if (await ifThere(stat(file.path))) return;
      } catch (error) {
        // What is half written must not be continued by the next line.
        await this.abandon(file);
        throw error;
      }
      await this.abandon(file);
    }
    throw new Error('The file of the journal was taken away again and again');
  }

  private async abandon(file: OpenFile): Promise<void> {
    if (this.file !== file) return;
    this.file = undefined;
    await this.closeFile(file);
  }

  private async openFile(): Promise<OpenFile> {
    this.opened += 1;
    // Names sort by time.
    const name = `${String(Date.now()).padStart(15, '0')}-${String(this.opened).padStart(6, '0')}-${randomUUID()}${OPEN}`;
    const path = join(this.dir, name);
    const handle = await open(path, 'ax', 0o600);
    await this.syncDirectory();
    return { handle, path };
  }

  private async closeFile({ handle, path, isUnflushed }: OpenFile): Promise<void> {
    if (isUnflushed) await handle.datasync().catch(() => undefined);
    await handle.close();
    await ifThere(rename(path, closedName(path)));
  }

  private async takeOver(name: string): Promise<string | undefined> {
    const path = join(this.dir, name);
    const found = await ifThere(stat(path));
    if (!found || path === this.file?.path || Date.now() - found.mtimeMs < this.abandonedMs) return undefined;
    await ifThere(rename(path, closedName(path)));
    return closedName(name);
  }

  /** The new name must be on the disk as well. */
  private async syncDirectory(): Promise<void> {
    const dir = await open(this.dir, 'r');
    await dir.sync().finally(() => dir.close());
  }
}

const closedName = (name: string): string => name.slice(0, -OPEN.length) + CLOSED;

/** Undefined if the file is not there (any more). */
async function ifThere<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
